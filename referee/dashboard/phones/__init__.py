"""The evening's phones as officers see them at the desk: calls, reports, codes, and the server of their pages."""
