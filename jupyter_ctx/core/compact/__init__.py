"""Compaction: what old turns become so that a conversation stays within its share."""
