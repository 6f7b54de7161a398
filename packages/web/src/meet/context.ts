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
  /** The topic, as far as known before joining. */
  topic?: ReadonlySignal<string | undefined>;
  isGuest?: boolean;
  name?: string | undefined;
  /** Whether to join at once, without the device check. */
  isDirect?: boolean;
  /** Whether each device is on at first, if no preference is stored. Default: true. */
  hasCamera?: boolean;
  hasMicrophone?: boolean;
  /** Connects. Rejects with a displayable sentence, such as for an expired guest link. */
  connect(options: ConnectOptions): Promise<MeetConnection>;
  /** The meet's binder, for the chat panel; undefined for guests. */
  binder?: BinderContext | undefined;
  /** The address for members. */
  link?: string | undefined;
  /** Creates a guest link; undefined without permission. */
  makeGuestLink?: (() => Promise<string>) | undefined;
  /** Set by a host page that invites people itself. Replaces the invite link. */
  invite?: (() => void) | undefined;
  /** Whether only hosts may invite. */
  isInviteForHosts?: boolean;
  /** Checks the media routes before joining; undefined for guests. */
  examineNetwork?: (() => Promise<readonly NetworkFinding[]>) | undefined;
  canRecord?: boolean;
  emit(event: MeetModuleEvent): void;
  /** Returns to the previous view; undefined if there is none. */
  close?: (() => void) | undefined;
}

export interface NetworkFinding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  sentence: string;
  /** The remedy, in words. */
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
