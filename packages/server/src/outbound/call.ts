export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether the call may reach private networks. */
  allowsPrivate: boolean;
  signal?: AbortSignal;
}

/**
 * `text` is the first 4 KiB of the response. `isPrivate` means that the target is in a private network, which the call
 * did not allow.
 */
export type OutboundOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string; ms: number }
  | { kind: 'failed'; reason: string; ms: number; isPrivate?: true };
