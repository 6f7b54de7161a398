import type { Realtime, RingbinderClient } from '@ringbinder/client';

export interface ClipEvents {
  /** Recording has begun. `session_key` names the recording, `session_id` the call that mounted Clip. */
  start_note: { session_key: string; session_id: string };
  /** A recording is a page now. `download_url` is good for a day at least; `share_url` leads to the page. */
  save_note: { destination_binder_id: string; download_url: string; share_url: string };
  /** Clip was closed, and nothing was saved. */
  cancel_note: { session_id: string };
}

/** What Clip needs of whoever mounts it. It knows nothing of the app. */
export interface ClipContext {
  me: { id: string; name: string };
  client: RingbinderClient;
  channel: Realtime;
  /** The binder whose pages can be recorded, and to which it is saved unless another one is chosen. */
  binderId: string;
  /** No binder was meant: the recording is on its way to that one, and whoever saves it has to say where to. */
  isBinderOpen?: boolean;
  /** The page to record, by its place among those that can be; the choice of what to record begins with it. */
  firstPage?: number | undefined;
  /** The choice begins with the camera over what is recorded. */
  hasBubble?: boolean;
  sessionId: string;
  /** The address by which a member of a binder opens a page, with its host. */
  pageLink(binderId: string, pageId: number): string;
  tell<K extends keyof ClipEvents>(name: K, detail: ClipEvents[K]): void;
  close(): void;
}

/** What is recorded: something of the computer, pages of the binder, the camera, or the voice alone. */
export const sources = ['display', 'pages', 'camera', 'voice'] as const;
export type ClipSource = (typeof sources)[number];

export interface ClipChoice {
  source: ClipSource;
  hasMicrophone: boolean;
  hasBubble: boolean;
  /** Undefined: the one that the browser takes. */
  microphoneId?: string | undefined;
  cameraId?: string | undefined;
}
