import type { ReadonlySignal } from '@preact/signals';
import type { MeetConnection } from '@ringbinder/client/meet';
import type { BinderContext } from '../binder/context.ts';

export interface ConnectOptions {
  /** Token to rejoin as the same participant. */
  resume?: string | undefined;
  /** A guest's name, or a name set by the host page. */
  name?: string | undefined;
  onResume(resume: string): void;
}

/** Meet's dependencies. It does not know the app, the host page or the guest page. */
export interface MeetContext {
  sessionKey: string;
  topic?: ReadonlySignal<string | undefined>;
  isGuest?: boolean;
  name?: string | undefined;
  /** Joins at once, without the device check. */
  isDirect?: boolean;
  /** Default: true, unless a preference is stored. */
  hasCamera?: boolean;
  hasMicrophone?: boolean;
  /** Connects. Rejects with a displayable sentence, such as for an expired guest link. */
  connect(options: ConnectOptions): Promise<MeetConnection>;
  /** For the chat panel; undefined for guests. */
  binder?: BinderContext | undefined;
  link?: string | undefined;
  /** Undefined without permission. */
  makeGuestLink?: (() => Promise<string>) | undefined;
  invite?: (() => void) | undefined;
  /** Whether only hosts may invite. */
  isInviteForHosts?: boolean;
  /** Undefined for guests. */
  examineNetwork?: (() => Promise<readonly NetworkFinding[]>) | undefined;
  canRecord?: boolean;
  /** Runs before `close` when the person does not join. */
  cancel?: () => void;
  emit(event: MeetModuleEvent): void;
  /** Undefined if there is no previous view. */
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
  /** The user left or was removed. */
  | { type: 'exited'; reason: string }
  | { type: 'ended' }
  | { type: 'invited' }
  | { type: 'shared' }
  | { type: 'unshared' }
  | { type: 'share_failed'; kind: string };
