import type { UserReference } from '@ringbinder/protocol';

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
  /** `since` and `retryAt` are milliseconds since 1970. */
  | { status: 'offline'; since: number; retryAt: number; reason: OfflineReason }
  /** The token source has no valid token. `reconnect` tries again. */
  | { status: 'signed_out'; message: string }
  | { status: 'closed' };

const reasons: Readonly<Record<number, OfflineReason>> = {
  1001: 'restarting',
  1012: 'restarting',
  1013: 'busy',
  4413: 'too_slow',
  4429: 'too_many',
};

export function reasonOf(code: number, wasOnline: boolean): OfflineReason {
  return reasons[code] ?? (wasOnline ? 'closed' : 'unreachable');
}

export function isPersistent(code: number): boolean {
  return code === 4400 || code === 4429;
}

export const INVALID_TOKEN_CODE = 4401;
