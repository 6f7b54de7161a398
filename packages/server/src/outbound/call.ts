export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  allowsPrivate: boolean;
  signal?: AbortSignal;
  /** Bytes of the response to read: 4 KiB by default. */
  maxBytes?: number;
}

/**
 * `content` is the beginning of the response. `isPrivate`: the target is in a private network, which the call did not
 * allow.
 */
export type OutboundOutcome =
  | {
      kind: 'answered';
      status: number;
      retryAfter: string | undefined;
      text: string;
      content: Buffer;
      ms: number;
    }
  | { kind: 'failed'; reason: string; ms: number; isPrivate?: true };
