"""Shared parts of the web servers: logins, host checks, TLS, headers, limits and error logs."""
