from tests.dashboard.conftest import club, monday

__all__ = ["club", "monday"]
