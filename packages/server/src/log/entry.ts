/** What can happen in a binder, and what its log entry tells of it. Ids are the ids of the resources. */
export interface LogBodies {
  binder_created: { name: string };
  binder_updated: { name?: string; description?: string };
  binder_deleted: Record<string, never>;
  member_added: { user_id: string; name: string; type: string };
  member_removed: { user_id: string; name: string };
  member_changed: { user_id: string; name: string; type: string };
  message_posted: { id: number; text: string };
  file_uploaded: { id: string; name: string; mime_type: string };
  page_created: { id: number; type: string; file_id: string };
  page_deleted: { id: number };
}

/** The kinds of log entry. */
export type LogKind = keyof LogBodies;

/** An entry about to be written. */
export type NewLogEntry = { [K in LogKind]: { kind: K; body: LogBodies[K] } }[LogKind];

/** An entry as it stands in the log. */
export interface StoredLogEntry {
  seq: number;
  at: number;
  kind: string;
  actor_id: string;
  actor_name: string;
  body: Record<string, unknown>;
}
