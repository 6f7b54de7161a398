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

/** Sends whole HTTP requests in turn at a rate, whether they are answered or not. */
export interface OpenLoopJob {
  kind: 'open';
  port: number;
  requests: string[];
  /** Calls a second; null: as fast as `inFlight` allows. */
  rate: number | null;
  /** Connections that are kept alive and take turns. */
  connections: number;
  /** The most calls under way at once; null: as many as there are connections. */
  inFlight: number | null;
  milliseconds: number;
}

/** Opens WebSockets at a rate, says hello and subscribes, and closes each when it is answered. */
export interface OpenSocketsJob {
  kind: 'sockets';
  port: number;
  path: string;
  /** What each says first and then, socket i `hellos[i % hellos.length]`. */
  hellos: object[][];
  /** Sockets a second; null: as fast as `inFlight` allows. */
  rate: number | null;
  /** The most being opened at once. */
  inFlight: number;
  milliseconds: number;
}

/** Work for the load generator in which each client waits for its answer. */
export type LoadJob = HttpJob | RefreshJob | StatementJob;
/** Work for the load generator. */
export type AnyLoadJob = LoadJob | OpenLoopJob | OpenSocketsJob;

/** What came of a job. */
export interface LoadResult {
  completed: number;
  seconds: number;
  /** CPU time of the generator itself: when it comes near `seconds`, the generator was the bottleneck. */
  cpuSeconds: number;
}

/** What came of calls that were sent at a rate; `completed` are the accepted ones. */
export interface OpenLoopResult extends LoadResult {
  /** Answered with 200, with 429 or 503, and with anything else or not at all. */
  accepted: number;
  refused: number;
  /** Refused without a Retry-After. */
  withoutRetryAfter: number;
  failed: number;
  /** Due while no connection was free. */
  unsent: number;
  /** Of the accepted ones, from sending to the end of the answer. */
  p99Ms: number;
  /** The same from when the call was due by the rate, and how much later than that the generator sent: its own share. */
  p99FromDueMs: number;
  lateP99Ms: number;
  /** Of calls on connections of their own, twenty a second: from connecting to the end of the answer, whatever it is. */
  newConnectionP99Ms: number;
}
