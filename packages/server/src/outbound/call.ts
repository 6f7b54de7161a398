export interface OutboundCall {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  allowsPrivate: boolean;
  signal?: AbortSignal;
  maxBytes?: number;
}

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
