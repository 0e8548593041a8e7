"""What a season is exported as: a row of each table is a value, and its fields are the columns."""
