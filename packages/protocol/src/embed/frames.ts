/**
 * What a page and a module embedded in it say to each other by postMessage, or over the server where a popup has lost its
 * opener. Plain types: the loader has no room for validators, and each side believes the other no more than a person.
 */

/** The version of these frames. A side that hears of another one does not answer. */
export const EMBED_VERSION = 1;

/** What can be embedded: the last part of the address of a frame. */
export const embedModules = [
  'chat',
  'pages',
  'todos',
  'timeline',
  'draw',
  'clip',
  'meet',
  'transaction',
] as const;
export type EmbedModule = (typeof embedModules)[number];

/** The name of each: the title of its frame and of its page. */
export const moduleTitles: Readonly<Record<EmbedModule, string>> = {
  chat: 'Chat',
  pages: 'Pages',
  todos: 'To-dos',
  timeline: 'Timeline',
  draw: 'Draw',
  clip: 'Clip',
  meet: 'Meet',
  transaction: 'Approval',
};

/** A value that JSON can say. Functions stay in the page: only their names are told. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonOptions = { [name: string]: JsonValue };

/** Begins a use of a module. */
export interface SessionFrame {
  type: 'session';
  session_id: string;
  /** The bearer token, or that of the link of a step for `transaction`. It is kept in memory alone. */
  token: string;
  /** The call of the SDK, like `chatView`. */
  call: string;
  /** The options of the call without functions, as they were given. */
  options: JsonOptions;
  /** The names of the callbacks that the page has, so that a module leaves to it what it does itself otherwise. */
  callbacks: string[];
}

/** What a page says to a module. */
export type HostFrame =
  | SessionFrame
  /** Another token of the same person, with which a new session goes on where the last one ended. */
  | { type: 'token'; session_id: string; token: string }
  /** Options that are to be others from now on. */
  | { type: 'update'; options: JsonOptions }
  /** Has the module say something in a binder, as the person that it is shown to. */
  | { type: 'post'; binder_id: string; text: string }
  | MeetFrame
  /** What keeps the module from being shown, where the page found it: to be said in its place. */
  | { type: 'problem'; message: string }
  | { type: 'close' };

/** Has a meet do something, as whoever it is shown to. `user_id` names whom it is about. */
export interface MeetFrame {
  type: 'meet';
  action: MeetAction;
  user_id?: string;
}

/** What a page can have done in a meet. */
export type MeetAction =
  | 'leave'
  | 'end'
  | 'share'
  | 'unshare'
  | 'start_recording'
  | 'stop_recording'
  | 'make_host';

/** What a module says to a page. */
export type ModuleFrame =
  /** It listens, and waits for a session. */
  | { type: 'ready'; module: EmbedModule }
  /** It is drawn. */
  | { type: 'shown' }
  /** One of the callbacks of the SDK. */
  | { type: 'event'; name: string; detail: JsonOptions }
  /** The token no longer counts: told once for each session. */
  | { type: 'invalid_token'; session_id: string }
  /** How large its content is, in CSS pixels. */
  | { type: 'size'; width: number; height: number }
  | { type: 'error'; error_code: string | number; error_message: string }
  /** It has ended by itself: nothing comes after it. */
  | { type: 'closed' };

/** A frame on its way: which version, and of which use of a module. */
export type Enveloped<F> = F & { ringbinder: typeof EMBED_VERSION; widget: string };

/** Puts a frame into its envelope. @param widget names the use of a module within the page; no secret */
export function enveloped<F extends HostFrame | ModuleFrame>(widget: string, frame: F): Enveloped<F> {
  return { ...frame, ringbinder: EMBED_VERSION, widget };
}

/**
 * The frame in what a message event carries; undefined for what is none, of another version or of another widget. Where
 * it came from must have been checked.
 */
export function frameIn<F extends HostFrame | ModuleFrame>(data: unknown, widget: string): F | undefined {
  const frame = data as Partial<Enveloped<F>> | null;
  if (typeof frame !== 'object' || frame === null) return undefined;
  return frame.ringbinder === EMBED_VERSION && frame.widget === widget && typeof frame.type === 'string'
    ? (data as F)
    : undefined;
}
