import type { ReadonlySignal } from '@preact/signals';
import type { MeetConnection } from '@ringbinder/client/meet';
import type { Meet, UserReference } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';

export interface ConnectOptions {
  resume?: string | undefined;
  name?: string | undefined;
  onResume(resume: string): void;
}

export interface MeetContext {
  sessionKey: string;
  topic?: ReadonlySignal<string | undefined>;
  /** The members who are in the meet. Undefined for guests and before the meet. */
  participants?: ReadonlySignal<Meet['participants']>;
  isGuest?: boolean;
  name?: string | undefined;
  isDirect?: boolean;
  /** If the microphone fails, the user sees the devices before joining directly. */
  needsMicrophone?: boolean;
  /** True by default. A stored preference takes precedence. */
  hasCamera?: boolean;
  hasMicrophone?: boolean;
  /** Rejects with a Refusal if there is a message for the user. */
  connect(options: ConnectOptions): Promise<MeetConnection>;
  /** Undefined for guests. */
  binder?: BinderContext | undefined;
  link?: string | undefined;
  makeGuestLink?: (() => Promise<string>) | undefined;
  invite?: (() => void) | undefined;
  isInviteForHosts?: boolean;
  examineNetwork?: (() => Promise<readonly NetworkFinding[]>) | undefined;
  canRecord?: boolean;
  /** Members who declined the call before the user joined. Undefined for guests. */
  readDeclined?: () => Promise<readonly UserReference[]>;
  /** Called before `close` if the user decides not to join. */
  cancel?: () => void;
  emit(event: MeetModuleEvent): void;
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
  | { type: 'exited'; reason: string }
  | { type: 'ended' }
  | { type: 'invited' }
  | { type: 'shared' }
  | { type: 'unshared' }
  | { type: 'share_failed'; kind: string };
