import type { Realtime, RingbinderClient } from '@ringbinder/client';

export interface ClipEvents {
  /** `session_key` identifies the recording, `session_id` the call that mounted Clip. */
  start_note: { session_key: string; session_id: string };
  /** `download_url` is valid for at least a day. `share_url` opens the page. */
  save_note: { destination_binder_id: string; download_url: string; share_url: string };
  cancel_note: { session_id: string };
}

/** Clip's dependencies. It does not know the app. */
export interface ClipContext {
  me: { id: string; name: string };
  client: RingbinderClient;
  channel: Realtime;
  /** The binder whose pages can be recorded. It is also the default destination. */
  binderId: string;
  /** The recording is uploaded to `binderId`, and the user chooses the destination on saving. */
  hasNoBinder?: boolean;
  /** Index among the recordable pages. The source picker starts with it. */
  firstPage?: number | undefined;
  hasBubble?: boolean;
  sessionId: string;
  pageLink(binderId: string, pageId: number): string;
  emit<K extends keyof ClipEvents>(name: K, detail: ClipEvents[K]): void;
  close(): void;
}

export const sources = ['display', 'pages', 'camera', 'voice'] as const;
export type ClipSource = (typeof sources)[number];

export interface ClipChoice {
  source: ClipSource;
  hasMicrophone: boolean;
  hasBubble: boolean;
  /** Undefined means the browser's default. */
  microphoneId?: string | undefined;
  cameraId?: string | undefined;
}
