export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether the call may reach private networks. */
  allowsPrivate: boolean;
  signal?: AbortSignal;
  /** How much of the response is read: 4 KiB by default. */
  maxBytes?: number;
}

/**
 * `content` is the beginning of the response, and `text` the same as UTF-8. `isPrivate` means that the target is in a private network, which the call
 * did not allow.
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
