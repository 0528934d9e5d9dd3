"""Who is asked in the background: runners, batches, retries. Nothing here starts by itself."""
