-- Tables named for what they are in the field: a queue for each bot and binder, and a cursor into each binder's log.
ALTER TABLE bot_lanes RENAME TO bot_queues;
ALTER TABLE bot_log_read RENAME TO bot_log_cursors;
