"""What every web server here needs: passwords, hosts, TLS, headers, limits, and an error log without content."""
