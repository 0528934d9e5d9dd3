"""What a prompt costs and where it sits: tokens, window, position."""
