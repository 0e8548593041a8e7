"""Operations on the club that belong to no screen. The command palette offers them on every screen."""
