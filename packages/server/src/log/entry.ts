import type { DisplayStatus, MessageFile, Outcome, ReplyTo } from '@ringbinder/protocol';

interface PlannedMeet {
  id: number;
  session_key: string;
  name: string;
  start_time: number;
  end_time: number;
}

/** A step, and whom it waits for. */
interface StepAssignee {
  id: number;
  transaction_id: number;
  user_id: string;
  name: string;
}

/** What can happen in a binder, and what its log entry tells of it. Ids are the ids of the resources. */
export interface LogBodies {
  binder_created: { name: string };
  /** cover: whether it has a picture of its own now. */
  binder_updated: { name?: string; description?: string; cover?: boolean };
  binder_deleted: Record<string, never>;
  member_added: { user_id: string; name: string; type: string };
  /** Somebody who is not known yet becomes a member at a sign-in before a time: by e-mail address or unique id in an org. */
  member_invited: {
    email?: string;
    unique_id?: string;
    org_id: string;
    type: string;
    expires_time: number;
  };
  /** The invitation was accepted or withdrawn. */
  invitation_ended: { email?: string; unique_id?: string; org_id: string };
  /** A link by which the pages are looked at without an account. Whoever knows the id cannot make the link. */
  view_link_created: { id: string; expires_time: number };
  view_link_revoked: { id: string };
  member_removed: { user_id: string; name: string };
  member_changed: { user_id: string; name: string; type: string };
  message_posted: {
    id: number;
    text: string;
    reply_to?: ReplyTo;
    mentions?: readonly string[];
    /** BBCode, as it was sent. */
    richtext?: string;
    /** The file of the binder that came with it. */
    file?: MessageFile;
    /** What its client called it before it was posted. */
    client_uuid?: string;
    /** Path of its sound. */
    audio?: string | null;
    /** The service wrote it, to report what the actor did. */
    is_feed?: boolean;
  };
  file_uploaded: { id: string; name: string; mime_type: string };
  /** Its pages, if it had any, were deleted by entries of their own before. */
  file_deleted: { id: string; name: string };
  page_created: { id: number; type: string; file_id: string };
  page_updated: { id: number; name?: string; page_number?: string; file_id?: string };
  page_deleted: { id: number };
  page_moved: { id: number; to_binder_id: string };
  page_commented: { id: number; page_id: number; text: string; is_position_comment?: boolean };
  page_comment_deleted: { id: number; page_id: number };
  page_annotated: { page_id: number; client_uuid: string };
  page_annotation_deleted: { page_id: number; client_uuid: string };
  message_edited: { id: number; text: string; mentions?: readonly string[] };
  message_deleted: { id: number };
  /** Somebody reacted to a message with an emoji, or took that back. `id` is the message's. */
  reaction_added: { id: number; emoji: string };
  reaction_removed: { id: number; emoji: string };
  message_pinned: { id: number };
  message_unpinned: { id: number };
  transaction_created: { id: number; title: string };
  transaction_updated: { id: number; title?: string; is_active?: boolean };
  transaction_deleted: { id: number };
  /** A link by which the step's assignee answers it without signing in. Whoever knows the id cannot make the link. */
  step_link_created: {
    id: string;
    transaction_id: number;
    step_id: number;
    expires_time: number;
    mailed: boolean;
  };
  /** It was answered by it. */
  step_link_used: { id: string; transaction_id: number; step_id: number };
  /** The step waits for somebody else from now on. */
  step_reassigned: {
    id: number;
    transaction_id: number;
    user_id: string;
    name: string;
    previous_user_id: string;
    previous_name: string;
  };
  /** Whom an open step waits for cannot answer any more, or can again. */
  step_assignee_unavailable: StepAssignee & { reason: 'left' | 'disabled' };
  step_assignee_available: StepAssignee;
  /** A button with an outcome was pressed, or the last step was done. */
  transaction_ended: { id: number; outcome: Outcome; display_status?: DisplayStatus };
  /** It was made active again after a button had ended it; the step of that button is open again. */
  transaction_reopened: { id: number; step_id: number };
  step_completed: {
    id: number;
    transaction_id: number;
    click_button_id: string;
    text?: string;
    payload?: unknown;
    /** The bot that made the transaction. */
    bot_user_id?: string;
    /** How the transaction ended by this press, if it did. */
    outcome?: Outcome;
  };
  /** A postback button under a message of a bot was tapped. `payload` is JSON or a string. */
  button_tapped: {
    message_id: number;
    button_id: string;
    bot_user_id: string;
    text: string;
    payload: unknown;
  };
  /** A bot that owns the binder was enabled, or disabled: it gets the events of the binder, or no longer does. */
  bot_enabled: { user_id: string; name: string };
  bot_disabled: { user_id: string; name: string };
  /** A meet was planned, its plan was changed, or it was called off. Times in milliseconds. */
  meet_scheduled: PlannedMeet;
  meet_updated: { id: number; session_key: string; name: string; start_time: number; end_time?: number };
  meet_cancelled: { id: number; session_key: string; name: string };
  /** It runs from now on. scheduled: it was planned before. */
  meet_started: { id: number; session_key: string; name: string; scheduled: boolean };
  /** It is over. start_time is missing for one that nobody joined. */
  meet_ended: { id: number; session_key: string; name: string; start_time?: number };
  meet_invited: { id: number; session_key: string; name: string; user_ids: readonly string[] };
  /** It begins soon. */
  meet_reminded: PlannedMeet;
  /** Somebody said it in the meet, and a host wishes that it is written down; `name` is who. `id` is the meet's. */
  meet_captioned: { id: number; session_key: string; name: string; text: string };
  /** A link by which people without an account ask to be let in. Whoever knows the id cannot make the link. */
  meet_link_created: { id: string; meet_id: number; expires_time: number };
  meet_link_revoked: { id: string; meet_id: number };
  /** Times in milliseconds. */
  meet_recording_ready: {
    id: string;
    topic: string;
    recording_url: string | null;
    start_time: number;
    end_time: number;
  };
  todo_created: { id: number; name: string };
  todo_updated: { id: number; name: string };
  todo_completed: { id: number; name: string };
  todo_reopened: { id: number; name: string };
  todo_deleted: { id: number };
  todo_reminded: { id: number; name: string };
  /** Whom an open to-do is assigned to cannot do it any more, or can again. `name` is the person's. */
  todo_assignee_unavailable: { id: number; user_id: string; name: string; reason: 'left' | 'disabled' };
  todo_assignee_available: { id: number; user_id: string; name: string };
  /**
   * The operator had entries linked anew whose hash chain did not fit. `previous_hash` is where the chain ended before, at
   * `to_seq`. The actor is the owner of the binder.
   */
  chain_relinked: { from_seq: number; to_seq: number; reason: string; previous_hash: string };
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
