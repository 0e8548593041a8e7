"""What every server of pages needs: passwords, hosts, TLS, headers, limits and an error log without content."""
