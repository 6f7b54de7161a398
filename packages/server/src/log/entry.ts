import type {
  DisplayStatus,
  FormAnswers,
  MeetReply,
  MessageFile,
  Outcome,
  ReplyTo,
} from '@ringbinder/protocol';

interface PlannedMeet {
  id: number;
  session_key: string;
  name: string;
  start_time: number;
  end_time: number;
}

interface StepPressed {
  id: number;
  transaction_id: number;
  click_button_id: string;
  /** The assignee whom the delegate represented. */
  for_user_id?: string;
  for_name?: string;
  answers?: FormAnswers;
  /** `file_sha256` is the hash of the file that the person saw. */
  signatures?: {
    place: string;
    label: string;
    page_id: number;
    style: 'typed' | 'drawn';
    sha256: string;
    file_sha256: string;
  }[];
  text?: string;
  payload?: unknown;
  bot_user_id?: string;
}

interface StepFileBody {
  id: number;
  transaction_id: number;
  file_request: string;
  file_id: string;
  name: string;
}

interface StepAssignee {
  id: number;
  transaction_id: number;
  user_id: string;
  name: string;
}

export interface LogBodies {
  binder_created: { name: string };
  binder_updated: { name?: string; description?: string; cover?: boolean };
  binder_deleted: Record<string, never>;
  member_added: { user_id: string; name: string; type: string; invited_by?: string };
  /** Signing in before `expires_time` makes the person a member. */
  member_invited: {
    email?: string;
    unique_id?: string;
    org_id: string;
    type: string;
    expires_time: number;
  };
  invitation_ended: { email?: string; unique_id?: string; org_id: string };
  /** A link for visitors without an account. `id` alone does not reveal its address. */
  view_link_created: { id: string; expires_time: number };
  view_link_revoked: { id: string };
  member_removed: { user_id: string; name: string };
  member_changed: { user_id: string; name: string; type: string };
  /** An administrator disabled or enabled the account. */
  member_disabled: { user_id: string; name: string };
  member_enabled: { user_id: string; name: string };
  message_posted: {
    id: number;
    text: string;
    reply_to?: ReplyTo;
    thread_id?: number;
    thread_only?: boolean;
    mentions?: readonly string[];
    mention_all?: boolean;
    richtext?: string;
    file?: MessageFile;
    forwarded?: { user_id: string; time: number };
    client_uuid?: string;
    audio?: string | null;
    /** The server posted the message to report an action of the actor. */
    is_feed?: boolean;
  };
  file_uploaded: {
    id: string;
    name: string;
    mime_type: string;
    replaces?: string;
  };
  file_deleted: { id: string; name: string };
  page_created: { id: number; type: string; file_id: string };
  page_updated: {
    id: number;
    name?: string;
    page_number?: string;
    file_id?: string;
    section_id?: number;
    description?: true;
    captions?: true;
    descriptions?: true;
  };
  page_deleted: { id: number };
  page_moved: { id: number; to_binder_id: string };
  section_created: { id: number; name: string };
  section_updated: { id: number; name: string; moved?: true };
  /** A page_updated follows for each page of the section. */
  section_deleted: { id: number; name: string };
  page_commented: { id: number; page_id: number; text: string; is_position_comment?: boolean };
  page_comment_edited: { id: number; page_id: number; text: string; is_position_comment?: boolean };
  /** All comments of the thread. */
  page_comment_resolved: { ids: readonly number[]; page_id: number };
  page_comment_reopened: { ids: readonly number[]; page_id: number };
  page_comment_deleted: { id: number; page_id: number };
  page_annotated: { page_id: number; client_uuid: string };
  page_annotation_deleted: { page_id: number; client_uuid: string };
  message_edited: { id: number; text: string; mentions?: readonly string[] };
  message_deleted: { id: number; thread_id?: number };
  reaction_added: { id: number; emoji: string };
  reaction_removed: { id: number; emoji: string };
  message_pinned: { id: number };
  message_unpinned: { id: number };
  message_previewed: { id: number };
  message_preview_removed: { id: number };
  transaction_created: { id: number; title: string; ready_steps?: readonly number[] };
  transaction_updated: {
    id: number;
    title?: string;
    is_active?: boolean;
    ready_steps?: readonly number[];
  };
  transaction_deleted: { id: number };
  transaction_reminded: { id: number };
  step_link_created: {
    id: string;
    transaction_id: number;
    step_id: number;
    expires_time: number;
    mailed: boolean;
  };
  step_link_used: { id: string; transaction_id: number; step_id: number };
  step_reassigned: {
    id: number;
    transaction_id: number;
    user_id: string;
    name: string;
    /** Absent if the previous assignees were groups, whose names `previous_name` contains. */
    previous_user_id?: string;
    previous_name: string;
    /** The step was overdue. The actor is the transaction's creator. */
    escalated?: true;
  };
  /** The step was overdue. The actor is the transaction's creator. */
  step_assignee_added: StepAssignee & { escalated: true };
  step_page_read: { id: number; transaction_id: number; page_id: number; name: string; sha256?: string };
  step_viewed: { id: number; transaction_id: number };
  step_file_delivered: StepFileBody & { label: string; sha256: string };
  step_file_withdrawn: StepFileBody;
  step_signatures_drawn: {
    id: number;
    transaction_id: number;
    file_id: string;
    name: string;
    sha256: string;
  };
  step_reminded: { id: number; transaction_id: number; due_time: number };
  step_overdue: { id: number; transaction_id: number; due_time: number };
  step_assignee_unavailable: StepAssignee & { reason: 'left' | 'disabled' };
  step_assignee_available: StepAssignee;
  step_absence_changed: StepAssignee;
  step_group_changed: { id: number; transaction_id: number; group_id: string; name: string };
  transaction_ended: { id: number; outcome: Outcome; display_status?: DisplayStatus };
  /** A button of `step_id` led to the steps with order number `next`. */
  transaction_moved: { id: number; step_id: number; next: number; reopened: number[]; skipped: number[] };
  transaction_reopened: { id: number; step_id: number };
  /** The press that completes a step is logged as `step_completed` instead. */
  step_pressed: StepPressed;
  step_completed: StepPressed & {
    outcome?: Outcome;
    ready_steps?: readonly number[];
  };
  button_tapped: {
    message_id: number;
    button_id: string;
    bot_user_id: string;
    text: string;
    payload: unknown;
  };
  /** Logged only in binders that the bot owns. */
  bot_enabled: { user_id: string; name: string };
  bot_disabled: { user_id: string; name: string };
  /** `repeated` if the server scheduled the meet, because the previous meet repeats. */
  meet_scheduled: PlannedMeet & { repeated?: true };
  meet_updated: { id: number; session_key: string; name: string; start_time: number; end_time?: number };
  meet_cancelled: { id: number; session_key: string; name: string };
  meet_started: { id: number; session_key: string; name: string; scheduled: boolean };
  meet_ended: { id: number; session_key: string; name: string; start_time?: number };
  /** A call is an unplanned meet in a conversation. */
  meet_answered: { id: number; session_key: string; name: string; answer: 'joined' | 'declined' };
  /** A member came into the running meet with their first device, or left it with the last. */
  meet_joined: { id: number; session_key: string; name: string };
  meet_left: { id: number; session_key: string; name: string };
  meet_rung: { id: number; session_key: string; name: string; user_id: string };
  meet_replied: { id: number; session_key: string; name: string; reply: MeetReply };
  /** A guest came to the lobby while no host was in the meet. */
  meet_knocked: { id: number; session_key: string; name: string };
  meet_invited: { id: number; session_key: string; name: string; user_ids: readonly string[] };
  meet_reminded: PlannedMeet;
  meet_captioned: { id: number; session_key: string; name: string; text: string };
  meet_link_created: { id: string; meet_id: number; expires_time: number };
  meet_link_revoked: { id: string; meet_id: number };
  meet_recording_ready: {
    id: string;
    topic: string;
    recording_url: string | null;
    start_time: number;
    end_time: number;
  };
  todo_created: { id: number; name: string; assignee_id?: string };
  todo_updated: { id: number; name: string; assignee_id?: string };
  todo_completed: { id: number; name: string };
  todo_reopened: { id: number; name: string };
  todo_deleted: { id: number };
  todo_reminded: { id: number; name: string };
  /** `name` is the assignee's name. */
  todo_assignee_unavailable: { id: number; user_id: string; name: string; reason: 'left' | 'disabled' };
  todo_assignee_available: { id: number; user_id: string; name: string };
  /** The operator relinked the hash chain. `previous_hash` is the former hash at `to_seq`. */
  chain_relinked: { from_seq: number; to_seq: number; reason: string; previous_hash: string };
}

export type LogKind = keyof LogBodies;

export type NewLogEntry = { [K in LogKind]: { kind: K; body: LogBodies[K] } }[LogKind];

export interface StoredLogEntry {
  seq: number;
  at: number;
  kind: string;
  actor_id: string;
  actor_name: string;
  body: Record<string, unknown>;
}
