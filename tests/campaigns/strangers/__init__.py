"""What strangers send to a server: the requests, logins and messages of the campaign ``web_requests``."""
