import type { UserReference } from '@ringbinder/protocol';

/** Why there is no connection: no answer, or the server closed it, stops, fell silent, or refused a frame. */
export type OfflineReason =
  | 'unreachable'
  | 'closed'
  | 'restarting'
  | 'silent'
  | 'too_slow'
  | 'too_many'
  | 'busy';

/** How the connection is. */
export type ConnectionState =
  | { status: 'connecting' }
  | { status: 'online'; sessionId: string; user: UserReference }
  /** Another attempt is made at `retryAt`; both are milliseconds since 1970. */
  | { status: 'offline'; since: number; retryAt: number; reason: OfflineReason }
  /** No token that counts is to be had. `reconnect` tries again. */
  | { status: 'signed_out'; message: string }
  | { status: 'closed' };

const reasons: Readonly<Record<number, OfflineReason>> = {
  1001: 'restarting',
  1012: 'restarting',
  1013: 'busy',
  4413: 'too_slow',
  4429: 'too_many',
};

/** What a close code tells. */
export function reasonOf(code: number, wasOnline: boolean): OfflineReason {
  return reasons[code] ?? (wasOnline ? 'closed' : 'unreachable');
}

/** Codes after which coming back soon would meet the same: a frame that was refused, and too many connections. */
export function isPersistent(code: number): boolean {
  return code === 4400 || code === 4429;
}

/** The token no longer counts. */
export const INVALID_TOKEN_CODE = 4401;
