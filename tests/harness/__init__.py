"""What lets the tests be run alike everywhere."""
