/**
 * Frames between a page and its embedded module, by postMessage, or through the server if a popup has lost
 * its opener. The loader has no room for validators, so each side distrusts the other's data.
 */

/** Frames of another version are ignored. */
export const EMBED_VERSION = 1;

/** Last segment of the address. */
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

/** Functions cannot be sent, only their names. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonOptions = { [name: string]: JsonValue };

export interface SessionFrame {
  type: 'session';
  session_id: string;
  /** A bearer token, or an approval link's for `transaction`. In memory only. */
  token: string;
  /** Such as `chatView`. */
  call: string;
  options: JsonOptions;
  /** The module leaves the actions of these events to the page. */
  callbacks: string[];
}

export type HostMessage =
  | SessionFrame
  /** Of the same user, under the new `session_id`. */
  | { type: 'token'; session_id: string; token: string }
  | { type: 'update'; options: JsonOptions }
  | { type: 'post'; binder_id: string; text: string }
  | MeetFrame
  /** Detected by the page; replaces the module's content. */
  | { type: 'problem'; message: string }
  | { type: 'close' };

/** `user_id` names the affected user. */
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

export type ModuleMessage =
  | { type: 'ready'; module: EmbedModule }
  | { type: 'shown' }
  | { type: 'event'; name: string; detail: JsonOptions }
  /** Once for each session. */
  | { type: 'invalid_token'; session_id: string }
  /** CSS pixels. */
  | { type: 'size'; width: number; height: number }
  | { type: 'error'; error_code: string | number; error_message: string }
  /** No further frames follow. */
  | { type: 'closed' };

export type Enveloped<F> = F & { ringbinder: typeof EMBED_VERSION; widget: string };

/** @param widget instance within the page; not secret */
export function enveloped<F extends HostMessage | ModuleMessage>(widget: string, frame: F): Enveloped<F> {
  return { ...frame, ringbinder: EMBED_VERSION, widget };
}

/** Undefined for another version or widget. Check the origin first. */
export function frameIn<F extends HostMessage | ModuleMessage>(data: unknown, widget: string): F | undefined {
  const frame = data as Partial<Enveloped<F>> | null;
  if (typeof frame !== 'object' || frame === null) return undefined;
  return frame.ringbinder === EMBED_VERSION && frame.widget === widget && typeof frame.type === 'string'
    ? (data as F)
    : undefined;
}
