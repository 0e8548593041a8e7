"""What tables and rounds give, who comes where, and what parts those who are level."""
