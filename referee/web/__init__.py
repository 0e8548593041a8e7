"""What every page that goes over a network needs: passwords, limits, TLS, hosts and addresses."""
