import type { UserReference } from '@ringbinder/protocol';

/** Why the connection is lost: no answer, closed or stopped by the server, silent, or a rejected frame. */
export type OfflineReason =
  | 'unreachable'
  | 'closed'
  | 'restarting'
  | 'silent'
  | 'too_slow'
  | 'too_many'
  | 'busy';

export type ConnectionState =
  | { status: 'connecting' }
  | { status: 'online'; sessionId: string; user: UserReference }
  /** Retries at `retryAt`. Both times are milliseconds since 1970. */
  | { status: 'offline'; since: number; retryAt: number; reason: OfflineReason }
  /** No valid token. `reconnect` tries again. */
  | { status: 'signed_out'; message: string }
  | { status: 'closed' };

const reasons: Readonly<Record<number, OfflineReason>> = {
  1001: 'restarting',
  1012: 'restarting',
  1013: 'busy',
  4413: 'too_slow',
  4429: 'too_many',
};

/** The reason for a close code. */
export function reasonOf(code: number, wasOnline: boolean): OfflineReason {
  return reasons[code] ?? (wasOnline ? 'closed' : 'unreachable');
}

/** Codes after which an early retry would fail again: a rejected frame, or too many connections. */
export function isPersistent(code: number): boolean {
  return code === 4400 || code === 4429;
}

/** The token is no longer valid. */
export const INVALID_TOKEN_CODE = 4401;
