"""Commands about rulebooks and rulings, which need no club."""
