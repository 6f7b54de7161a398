import type {
  LogEntry as AnyLogEntry,
  Category,
  HomeItem,
  Message,
  Notification,
  UserReference,
} from '@ringbinder/protocol';

export type {
  Activity,
  Binder,
  BinderSummary,
  Category,
  File as StoredFile,
  HomeItem,
  Meet,
  Member,
  Message,
  OrgBinder,
  Page,
  PageComment,
  Person,
  Profile,
  ReadMark,
  Todo,
  Transaction,
  User,
  UserReference,
} from '@ringbinder/protocol';

interface Times {
  created_time: number;
  updated_time: number;
}

export type Listing<N extends string, T> = Record<N, T[]> & { next_cursor?: string };
export type CreatedBinder = Times & { id: string };
export type PostedMessage = { binder_comment_id: number };
export type EditedMessage = { binder_comment_id: number; updated_time: number; seq: number };
export type Thread = {
  thread_id: number;
  message?: Message;
  replies: Message[];
  followers: UserReference[];
};
export type UnreadThreads = { threads: { thread_id: number; read_message_id: number; unread: number }[] };
export type SavedMessage = { message_id: number; saved_time: number; remind_time?: number };
export type SavedMessages = { saved: SavedMessage[] };
export type LogEntry = Omit<AnyLogEntry, 'body'> & { body: Record<string, unknown> };
export type Feed = { entries: LogEntry[]; seq: number };
export type CreatedPage = Times & { page_id: number };
export type UploadedFile = Times & { file_id: string };
export type CreatedTransaction = { transaction_id: number; steps: { id: number }[] };
export type Categories = { count: number; categories: Category[] };
export type ChangedTodos = { todos: { id: number; name: string; updated_time: number }[] };
export type SearchHit = {
  type: string;
  id: string;
  text: string;
  highlights: { start: number; end: number }[];
  user?: UserReference;
};
export type TokenAnswer = { access_token: string; expires_in: number; scope: string; refresh_token?: string };
export type Home = { items: HomeItem[]; counts: Record<'todos' | 'meets', number>; next_cursor?: string };
export type Notifications = { notifications: Notification[]; next_cursor?: string };
export type MeetStatus = { session_key: string; status: string };
export type GuestLink = Times & { id: string; url: string; expires_time: number };
export type Guest = {
  token: string;
  guest_id: string;
  session_key: string;
  binder_id: string;
  topic: string;
};
export type Recordings = { count: number; recordings: unknown[]; preparing: string[] };
