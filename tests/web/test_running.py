"""A server of pages ends when it is told to, on every system."""

import signal
import subprocess
import sys

import pytest

from tests.patience import patience

SERVES = """
import asyncio, sys
from aiohttp import web
from referee.web.running import run

class Loop(asyncio.SelectorEventLoop):
    def add_signal_handler(self, *asked):
        if sys.argv[1] == "as on Windows":
            raise NotImplementedError
        super().add_signal_handler(*asked)

async def serve():
    await run(web.Application(), "127.0.0.1", 0, answering=set(), ready=lambda: print("ready", flush=True))

with asyncio.Runner(loop_factory=Loop) as runner:
    runner.run(serve())
print("ended")
"""


@pytest.mark.process
@pytest.mark.parametrize("loop", ["as on Linux", "as on Windows"])
@pytest.mark.skipif(sys.platform == "win32", reason="no signal is sent there to one process alone")
def test_an_interrupted_server_ends_as_if_it_had_come_to_its_end(loop: str) -> None:
    with subprocess.Popen([sys.executable, "-c", SERVES, loop], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        server.send_signal(signal.SIGINT)
        told, _ = server.communicate(timeout=patience())
    assert (server.returncode, told) == (0, "ended\n")
