import type { ReadonlySignal } from '@preact/signals';
import type { MeetConnection } from '@ringbinder/client/meet';
import type { BinderContext } from '../binder/context.ts';

export interface ConnectOptions {
  /** By which one comes back as who one was. */
  resume?: string | undefined;
  /** What a guest is called, or somebody whom the page around calls otherwise. */
  name?: string | undefined;
  onResume(resume: string): void;
}

/** What Meet needs: it knows nothing of the app, the page or the guest around it. */
export interface MeetContext {
  sessionKey: string;
  /** What it is about, as far as it is known before one is in it. */
  topic?: ReadonlySignal<string | undefined>;
  isGuest?: boolean;
  name?: string | undefined;
  /** Joins at once, without asking what with. */
  isDirect?: boolean;
  /** What is on at first, where nothing was chosen before. */
  hasCamera?: boolean;
  hasMicrophone?: boolean;
  /** Connects. Rejects with a sentence of why not, as for a guest whose link is good no more. */
  connect(options: ConnectOptions): Promise<MeetConnection>;
  /** The binder of the meet, for the chat at the side; undefined for guests. */
  binder?: BinderContext | undefined;
  /** The address that members join by. */
  link?: string | undefined;
  /** Makes a link for guests; undefined where one cannot. */
  makeGuestLink?: (() => Promise<string>) | undefined;
  /** Invites people in another way than by a link for guests: the page around has one. */
  invite?: (() => void) | undefined;
  /** Who is no host invites nobody. */
  isInviteForHosts?: boolean;
  /** Looks by which ways media gets through, before one is in the meet; undefined for guests. */
  examineNetwork?: (() => Promise<readonly NetworkFinding[]>) | undefined;
  canRecord?: boolean;
  /** Told what the page around may want to know. */
  tell(event: MeetModuleEvent): void;
  /** Leads back to where it was opened from; undefined where there is nothing to go back to. */
  close?: (() => void) | undefined;
}

/** What was found of the network, in words. */
export interface NetworkFinding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  sentence: string;
  /** What can be done. */
  mend: string;
}

/** What Meet tells of itself. */
export type MeetModuleEvent =
  | { type: 'joined'; isResumed: boolean }
  /** One left, or was made to. */
  | { type: 'exited'; reason: string }
  | { type: 'ended' }
  | { type: 'invited' }
  | { type: 'shared' }
  | { type: 'unshared' }
  | { type: 'share_failed'; kind: string };
