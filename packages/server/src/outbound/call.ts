export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  allowsPrivate: boolean;
  signal?: AbortSignal;
  /** Bytes of the response. Default: 4 KiB. */
  maxBytes?: number;
}

/**
 * `content` is the start of the response. `isPrivate` means that the target is in a private network, which the
 * call does not allow.
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
