"""One function per capability, request in, typed result out; the only thing faces call."""
