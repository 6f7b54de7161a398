import type { ReadonlySignal } from '@preact/signals';
import type { MeetConnection } from '@ringbinder/client/meet';
import type { UserReference } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';

export interface ConnectOptions {
  /** A token for rejoining as the same participant. */
  resume?: string | undefined;
  /** A guest's name, or a name set by the host page. */
  name?: string | undefined;
  onResume(resume: string): void;
}

/** Functions and settings from the app, host page or guest page. */
export interface MeetContext {
  sessionKey: string;
  topic?: ReadonlySignal<string | undefined>;
  isGuest?: boolean;
  name?: string | undefined;
  isDirect?: boolean;
  /** Default: true. A stored preference takes precedence. */
  hasCamera?: boolean;
  hasMicrophone?: boolean;
  /** Rejects with a Refusal if there is a message for the user, such as that the meet is over. */
  connect(options: ConnectOptions): Promise<MeetConnection>;
  /** Undefined for guests. */
  binder?: BinderContext | undefined;
  link?: string | undefined;
  /** Undefined for guests. */
  makeGuestLink?: (() => Promise<string>) | undefined;
  invite?: (() => void) | undefined;
  isInviteForHosts?: boolean;
  /** Undefined for guests. */
  examineNetwork?: (() => Promise<readonly NetworkFinding[]>) | undefined;
  canRecord?: boolean;
  /** Members who declined the call before the user joined. Undefined for guests. */
  readDeclined?: () => Promise<readonly UserReference[]>;
  /** Called before `close` if the user decides not to join. */
  cancel?: () => void;
  emit(event: MeetModuleEvent): void;
  /** Returns to the previous view. Undefined if there is none. */
  close?: (() => void) | undefined;
}

export interface NetworkFinding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  sentence: string;
  mend: string;
}

export type MeetModuleEvent =
  | { type: 'joined'; isResumed: boolean }
  /** The user left, was removed or could not join. */
  | { type: 'exited'; reason: string }
  | { type: 'ended' }
  | { type: 'invited' }
  | { type: 'shared' }
  | { type: 'unshared' }
  | { type: 'share_failed'; kind: string };
