"""Have this program, and those that it starts, take the system for macOS: it has Apple's `fcntl`.

With this folder on PYTHONPATH, Python loads this by itself before all else.
"""

import sys
import sysconfig

import apple_fcntl

sysconfig.get_config_vars()  # which is read from a file that is called by the true system
sys.modules["fcntl"] = apple_fcntl
sys.platform = "darwin"
