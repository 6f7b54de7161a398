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
export function openClient(job: LoadJob, index: number): Promise<LoadClient> {
  switch (job.kind) {
    case 'http':
      return openHttpClient(job, index);
    case 'refresh':
      return openRefreshClient(job, index);
    case 'statement':
      return openStatementClient(job, index);
  }
}

async function openHttpClient({ port, requests }: HttpJob, index: number): Promise<LoadClient> {
  const connection = await HttpConnection.open(port);
  const request = Buffer.from(inTurn(requests, index));
  return { once: () => connection.call(request), close: () => connection.close() };
}

async function openRefreshClient(job: RefreshJob, index: number): Promise<LoadClient> {
  const connection = await HttpConnection.open(job.port);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  let refreshToken = inTurn(job.refreshTokens, index);
  return {
    async once() {
      const body = `${job.form}&refresh_token=${refreshToken}`;
      const answer = await connection.call(Buffer.from(httpRequest('POST', job.path, headers, body)));
      refreshToken = (JSON.parse(answer.toString()) as { refresh_token: string }).refresh_token;
    },
    close: () => connection.close(),
  };
}

async function openStatementClient(job: StatementJob, index: number): Promise<LoadClient> {
  // Planned once, as on the server's connections: the two sides run the same plan.
  const client = new pg.Client({ ...job.connection, options: PLAN_ONCE });
  await client.connect();
  const values = inTurn(job.values, index);
  return {
    once: () => client.query({ name: 'measured', text: job.text, values }),
    close: () => client.end(),
  };
}

function inTurn<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('a job with nothing to send');
  return item;
}
