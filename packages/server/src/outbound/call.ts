export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** May also reach private networks. */
  allowsPrivate: boolean;
  /** Breaks the call off. */
  signal?: AbortSignal;
}

/**
 * What came of a call. `answered` has the first bytes of the answer as text; `isPrivate` is set where the guard refused a
 * private address, which the caller could have allowed.
 */
export type OutboundOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string; ms: number }
  | { kind: 'failed'; reason: string; ms: number; isPrivate?: true };
