import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '@ringbinder/embedded-postgres';
import type { DemoFile } from '../packages/server/src/features/demo/index.ts';
import { UNIQUE_IDENTIFIER } from '../packages/server/src/features/oauth/index.ts';
import {
  type ConnectionSettings,
  type DatabasePool,
  openDatabase,
} from '../packages/server/src/storage/pool.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export interface Installation {
  readonly dataDir: string;
  demo(): Promise<DemoFile>;
  server(): Promise<ServerProcess>;
  stopServer(): Promise<void>;
  connection(): Promise<ConnectionSettings>;
  withDatabase<T>(work: (db: DatabasePool) => Promise<T>): Promise<T>;
  token(): Promise<string>;
  call(method: string, path: string, body?: object | FormData): Promise<Record<string, unknown>>;
  /** Returns the same binders on each call. */
  binders(count: number): Promise<string[]>;
  remove(): Promise<void>;
}

export async function createInstallation(nodeOptions: string[]): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringbinder-bench-'));
  const binderIds: string[] = [];
  let starting: Promise<ServerProcess> | undefined;
  let token: Promise<string> | undefined;
  let isGone = false;

  const installation: Installation = {
    dataDir,
    async demo() {
      await installation.server();
      return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
    },
    server() {
      if (isGone) return Promise.reject(new Error('the installation is being removed'));
      starting ??= startServerProcess(dataDir, nodeOptions);
      return starting;
    },
    async stopServer() {
      const server = await starting?.catch(() => undefined);
      starting = undefined;
      await server?.stop();
    },
    async connection() {
      await installation.server();
      const connection = await findEmbeddedPostgres(join(dataDir, 'postgres'));
      if (connection === undefined) throw new Error(`no PostgreSQL runs in ${dataDir}`);
      return connection('ringbinder');
    },
    async withDatabase(work) {
      const db = openDatabase(await installation.connection(), { max: 1 });
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    },
    token() {
      token ??= installation.demo().then(({ users }) => tokenOf(installation, users[0]?.unique_id ?? ''));
      return token;
    },
    async call(...call) {
      const { origin } = await installation.server();
      return callApi({ origin, token: await installation.token() }, ...call);
    },
    async binders(count) {
      while (binderIds.length < count) {
        const data = await installation.call('POST', '/me/binders', { name: 'Measured' });
        binderIds.push((data as { id: string }).id);
      }
      return binderIds.slice(0, count);
    },
    async remove() {
      isGone = true;
      await installation.stopServer();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return installation;
}

export function uniqueIdForm(demo: DemoFile, uniqueId: string): string {
  return new URLSearchParams({
    client_id: demo.client.client_id,
    client_secret: demo.client.client_secret,
    grant_type: UNIQUE_IDENTIFIER,
    uniqueid: uniqueId,
    timestamp: String(Date.now()),
  }).toString();
}

export async function tokenOf(
  { demo, server }: Pick<Installation, 'demo' | 'server'>,
  uniqueId: string,
): Promise<string> {
  const body = new URLSearchParams(uniqueIdForm(await demo(), uniqueId));
  const answer = await fetch(`${(await server()).origin}/v1/oauth/token`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`no token: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

export const jsonHeaders = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

export async function callApi(
  { origin, token }: { origin: string; token: string },
  method: string,
  path: string,
  body?: object | FormData,
): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${origin}/v1${path}`, {
    method,
    headers: body === undefined || isForm ? { authorization: `Bearer ${token}` } : jsonHeaders(token),
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}
