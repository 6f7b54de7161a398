import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readS3Address, type S3Address } from '../index.ts';

/** s3rver with one bucket, or a prefix in the store at `TEST_S3_URL`. */
export interface S3Server {
  url: string;
  address: S3Address;
  /** True if a test may stop the server. */
  isOurs: boolean;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface S3rver {
  run(): Promise<AddressInfo>;
  httpServer: Server;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const providedUrl = process.env.TEST_S3_URL;
  if (providedUrl) {
    const url = providedUrl.replace('?', `/${randomBytes(6).toString('hex')}?`);
    const nothing = async () => {};
    return { url, address: readS3Address(url), isOurs: false, stop: nothing, start: nothing, close: nothing };
  }
  // @ts-expect-error the package has no types
  const { default: Server } = await import('@20minutes/s3rver');
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  let port = 0;
  let server: S3rver;
  const start = async () => {
    server = new Server({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'binders' }],
      // s3rver signs bucket calls differently.
      allowMismatchedSignatures: true,
    }) as S3rver;
    ({ port } = await server.run());
  };
  await start();
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const url = `s3://binders/ringbinder?endpoint=http://127.0.0.1:${port}`;
  const stop = async () => {
    if (!server.httpServer.listening) return;
    const closed = server.close();
    server.httpServer.closeAllConnections();
    await closed;
  };
  return {
    url,
    address: readS3Address(url),
    isOurs: true,
    stop,
    start,
    async close() {
      await stop();
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) delete process.env[name];
      await rm(directory, { recursive: true });
    },
  };
}
