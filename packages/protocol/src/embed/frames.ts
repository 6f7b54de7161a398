/** The SDK has no validators, so neither side may trust the other's data. */

export const EMBED_VERSION = 1;

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

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonOptions = { [name: string]: JsonValue };

export interface SessionFrame {
  type: 'session';
  session_id: string;
  /** A bearer token, or for `transaction` the token of an approval link. Never stored. */
  token: string;
  call: string;
  options: JsonOptions;
  callbacks: string[];
}

export type HostMessage =
  | SessionFrame
  | { type: 'token'; session_id: string; token: string }
  | { type: 'update'; options: JsonOptions }
  | { type: 'post'; binder_id: string; text: string }
  | MeetFrame
  | { type: 'problem'; message: string }
  | { type: 'close' };

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
  | { type: 'invalid_token'; session_id: string }
  | { type: 'size'; width: number; height: number }
  | { type: 'error'; error_code: string | number; error_message: string }
  | { type: 'closed' };

export type Enveloped<F> = F & { ringbinder: typeof EMBED_VERSION; widget: string };

export function enveloped<F extends HostMessage | ModuleMessage>(widget: string, frame: F): Enveloped<F> {
  return { ...frame, ringbinder: EMBED_VERSION, widget };
}

/** Returns undefined for another version or widget. The caller must check the origin first. */
export function frameIn<F extends HostMessage | ModuleMessage>(data: unknown, widget: string): F | undefined {
  const frame = data as Partial<Enveloped<F>> | null;
  if (typeof frame !== 'object' || frame === null) return undefined;
  return frame.ringbinder === EMBED_VERSION && frame.widget === widget && typeof frame.type === 'string'
    ? (data as F)
    : undefined;
}
