"""Help for typing at a table: completion, suggestions and example lines."""
