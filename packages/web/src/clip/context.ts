import type { Realtime, RingbinderClient } from '@ringbinder/client';

export interface ClipEvents {
  /** Recording started. `session_key` identifies the recording, `session_id` the call that mounted Clip. */
  start_note: { session_key: string; session_id: string };
  /** The recording was saved as a page. `download_url` is valid for at least a day; `share_url` opens the page. */
  save_note: { destination_binder_id: string; download_url: string; share_url: string };
  cancel_note: { session_id: string };
}

/** Clip's dependencies. It does not know the app. */
export interface ClipContext {
  me: { id: string; name: string };
  client: RingbinderClient;
  channel: Realtime;
  /** The binder whose pages can be recorded, and the default destination. */
  binderId: string;
  /** No binder was given: the recording is uploaded to `binderId`, and the user chooses the destination on saving. */
  hasNoBinder?: boolean;
  /** Index of the page to record among the recordable ones. The source picker starts with it. */
  firstPage?: number | undefined;
  /** Whether the picker starts with the camera bubble on. */
  hasBubble?: boolean;
  sessionId: string;
  /** A member's absolute address of a page. */
  pageLink(binderId: string, pageId: number): string;
  emit<K extends keyof ClipEvents>(name: K, detail: ClipEvents[K]): void;
  close(): void;
}

/** Recording sources: the computer's screen, pages of the binder, the camera, or voice only. */
export const sources = ['display', 'pages', 'camera', 'voice'] as const;
export type ClipSource = (typeof sources)[number];

export interface ClipChoice {
  source: ClipSource;
  hasMicrophone: boolean;
  hasBubble: boolean;
  /** Undefined: the browser's default. */
  microphoneId?: string | undefined;
  cameraId?: string | undefined;
}
