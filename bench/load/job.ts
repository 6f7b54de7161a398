import type { ConnectionSettings } from '../../packages/server/src/storage/pool.ts';

/** How many clients send, each its next as soon as its last is answered, and for how many milliseconds. */
interface ClosedLoop {
  clients: number;
  milliseconds: number;
}

/** Sends whole HTTP requests, client i always `requests[i % requests.length]`. */
export interface HttpJob extends ClosedLoop {
  kind: 'http';
  port: number;
  requests: string[];
}

/** Refreshes tokens: each client presents the refresh token that its last call gave. */
export interface RefreshJob extends ClosedLoop {
  kind: 'refresh';
  port: number;
  path: string;
  /** The form without `refresh_token`. */
  form: string;
  refreshTokens: string[];
}

/** Runs one prepared statement on a connection for each client, client i with `values[i % values.length]`. */
export interface StatementJob extends ClosedLoop {
  kind: 'statement';
  connection: ConnectionSettings;
  text: string;
  values: unknown[][];
}

/** Work for the load generator. */
export type LoadJob = HttpJob | RefreshJob | StatementJob;

/** What came of a job. */
export interface LoadResult {
  completed: number;
  seconds: number;
  /** CPU time of the generator itself: when it comes near `seconds`, the generator was the bottleneck. */
  cpuSeconds: number;
}
