/**
 * Messages between a page and a module embedded in it. They travel by postMessage, or through the server when a popup
 * has lost its opener. Plain types, because the loader has no room for validators: each side treats the other's data as
 * untrusted input.
 */

/** Version of these frames. Each side ignores frames of another version. */
export const EMBED_VERSION = 1;

/** Embeddable modules: the last segment of a frame's address. */
export const embedModules = [
  'chat',
  'pages',
  'todos',
  'timeline',
  'home',
  'draw',
  'clip',
  'meet',
  'transaction',
] as const;
export type EmbedModule = (typeof embedModules)[number];

/** Titles of the frames and of the pages in them. */
export const moduleTitles: Readonly<Record<EmbedModule, string>> = {
  chat: 'Chat',
  pages: 'Pages',
  todos: 'To-dos',
  timeline: 'Timeline',
  home: 'Home',
  draw: 'Draw',
  clip: 'Clip',
  meet: 'Meet',
  transaction: 'Approval',
};

/** A JSON value. Functions cannot be sent, so frames contain only their names. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonOptions = { [name: string]: JsonValue };

/** Starts a session of a module. */
export interface SessionFrame {
  type: 'session';
  session_id: string;
  /** The bearer token, or for `transaction` the token of an approval link. Held only in memory. */
  token: string;
  /** The SDK function, such as `chatView`. */
  call: string;
  options: JsonOptions;
  /** Names of the page's callbacks. The module leaves the actions of these events to the page. */
  callbacks: string[];
}

/** Frames from the page to the module. */
export type HostMessage =
  | SessionFrame
  /** Another token of the same user. The module continues with it, under the new `session_id`. */
  | { type: 'token'; session_id: string; token: string }
  | { type: 'update'; options: JsonOptions }
  /** Posts a message in a binder as the module's user. */
  | { type: 'post'; binder_id: string; text: string }
  | MeetFrame
  /** An error that the page detected. The module shows it instead of its content. */
  | { type: 'problem'; message: string }
  | { type: 'close' };

/** Triggers a meet action as the module's user. `user_id` names the affected user. */
export interface MeetFrame {
  type: 'meet';
  action: MeetAction;
  user_id?: string;
}

export type MeetAction =
  | 'leave'
  | 'end'
  | 'share'
  | 'unshare'
  | 'start_recording'
  | 'stop_recording'
  | 'make_host';

/** Frames from the module to the page. */
export type ModuleMessage =
  /** The module is loaded and waits for a session. */
  | { type: 'ready'; module: EmbedModule }
  /** The module has rendered. */
  | { type: 'shown' }
  /** Calls an SDK callback. */
  | { type: 'event'; name: string; detail: JsonOptions }
  /** The token is no longer valid. Sent once for each session. */
  | { type: 'invalid_token'; session_id: string }
  /** Size of the content in CSS pixels. */
  | { type: 'size'; width: number; height: number }
  | { type: 'error'; error_code: string | number; error_message: string }
  /** The module closed. No further frames follow. */
  | { type: 'closed' };

export type Enveloped<F> = F & { ringbinder: typeof EMBED_VERSION; widget: string };

/**
 * @param widget id of the module instance within the page; not secret
 */
export function enveloped<F extends HostMessage | ModuleMessage>(widget: string, frame: F): Enveloped<F> {
  return { ...frame, ringbinder: EMBED_VERSION, widget };
}

/**
 * Returns the frame in a message event's data; undefined if the data is not a frame of this version and widget. The
 * caller must check the event's origin first.
 */
export function frameIn<F extends HostMessage | ModuleMessage>(data: unknown, widget: string): F | undefined {
  const frame = data as Partial<Enveloped<F>> | null;
  if (typeof frame !== 'object' || frame === null) return undefined;
  return frame.ringbinder === EMBED_VERSION && frame.widget === widget && typeof frame.type === 'string'
    ? (data as F)
    : undefined;
}
