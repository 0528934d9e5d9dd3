"""What a prompt is: bytes and text, outline, parts, instructions, edits, alignment."""
