import type { Realtime, RingbinderClient } from '@ringbinder/client';

export interface ClipEvents {
  /** `session_key` identifies the recording. `session_id` identifies the call that mounted Clip. */
  start_note: { session_key: string; session_id: string };
  /** `download_url` is valid for at least a day. */
  save_note: { destination_binder_id: string; download_url: string; share_url: string };
  cancel_note: { session_id: string };
}

export interface ClipContext {
  me: { id: string; name: string };
  client: RingbinderClient;
  channel: Realtime;
  /** By default, recordings are saved in this binder. */
  binderId: string;
  /** If true, `binderId` only receives the upload, and the user chooses the destination later. */
  hasNoBinder?: boolean;
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
  microphoneId?: string | undefined;
  cameraId?: string | undefined;
}
