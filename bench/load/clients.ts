import pg from 'pg';
import { PLAN_ONCE } from '../../packages/server/src/storage/pool.ts';
import { HttpConnection, httpRequest } from './http-connection.ts';
import type { HttpJob, LoadJob, RefreshJob, StatementJob } from './job.ts';

/** Whoever does the same thing again and again. */
export interface LoadClient {
  /** Does it once and waits for the answer. Throws when the answer is not a success. */
  once(): Promise<unknown>;
  close(): void | Promise<void>;
}

/** Connects client number `place` of a job. */
export function openClient(job: LoadJob, place: number): Promise<LoadClient> {
  switch (job.kind) {
    case 'http':
      return openHttpClient(job, place);
    case 'refresh':
      return openRefreshClient(job, place);
    case 'statement':
      return openStatementClient(job, place);
  }
}

async function openHttpClient({ port, requests }: HttpJob, place: number): Promise<LoadClient> {
  const connection = await HttpConnection.open(port);
  const request = Buffer.from(inTurn(requests, place));
  return { once: () => connection.call(request), close: () => connection.close() };
}

async function openRefreshClient(job: RefreshJob, place: number): Promise<LoadClient> {
  const connection = await HttpConnection.open(job.port);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  let refreshToken = inTurn(job.refreshTokens, place);
  return {
    async once() {
      const body = `${job.form}&refresh_token=${refreshToken}`;
      const answer = await connection.call(Buffer.from(httpRequest('POST', job.path, headers, body)));
      refreshToken = (JSON.parse(answer.toString()) as { refresh_token: string }).refresh_token;
    },
    close: () => connection.close(),
  };
}

async function openStatementClient(job: StatementJob, place: number): Promise<LoadClient> {
  // Planned once, as on the server's connections: the two sides run the same plan.
  const client = new pg.Client({ ...job.connection, options: PLAN_ONCE });
  await client.connect();
  const values = inTurn(job.values, place);
  return {
    once: () => client.query({ name: 'measured', text: job.text, values }),
    close: () => client.end(),
  };
}

function inTurn<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('a job with nothing to send');
  return item;
}
