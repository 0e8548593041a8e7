"""Load TLS certificates."""

from __future__ import annotations

import ssl
from pathlib import Path

from referee.club.text.faults import ClubFault


def tls_context(cert: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """Return the TLS context for a certificate and its key in PEM, or None without a certificate.

    The key may be in the certificate's file. Raise `ClubFault` if they cannot be used.
    """
    if cert is None:
        if key is not None:
            raise ClubFault("--key needs --cert. Give both.")
        return None
    for path in filter(None, (cert, key)):
        try:
            path.read_bytes()
        except OSError as error:
            raise ClubFault(f"{path} cannot be read: {error.strerror}.") from None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # Without a password, OpenSSL asks for it at a terminal that may be unattended. "" makes it fail instead.
        context.load_cert_chain(cert, key, password="")
    except (ssl.SSLError, ValueError):
        files = f"{cert} and {key} are" if key else f"{cert} is"
        raise ClubFault(
            f"{files} not a certificate and its key in PEM without a passphrase. "
            "Put the key in the certificate's file, or give its own file with --key."
        ) from None
    return context
