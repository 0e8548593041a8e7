"""Operations as data, with their prompts, preview and undo, and the dialog that runs them."""
