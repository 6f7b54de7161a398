export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Also allows private networks. */
  allowsPrivate: boolean;
  signal?: AbortSignal;
}

/**
 * The result of a call. `answered` has the first bytes of the response as text. `isPrivate`: the guard rejected a
 * private address, which the bot app could have allowed.
 */
export type OutboundOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string; ms: number }
  | { kind: 'failed'; reason: string; ms: number; isPrivate?: true };
