"""What `urllib` asks macOS for: its proxies. It has none."""


def _get_proxies() -> dict[str, str]:
    return {}


def _get_proxy_settings() -> dict[str, bool]:
    return {"exclude_simple": True}
