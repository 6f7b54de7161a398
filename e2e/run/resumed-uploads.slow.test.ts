import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { until } from '@ringbinder/testkit/until.ts';
import { DetailedError, Upload } from 'tus-js-client';
import { afterAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const MEGABYTE = 1024 ** 2;

test('[TUS-10] tus-js-client, a foreign client, ends its upload although the server is killed in its middle; what was acknowledged is not sent again', async () => {
  const directory = await usedDirectory();
  let server = await startRingbinder(directory, { CALLS_PER_MINUTE: '1000000' });
  const { port } = new URL(server.origin);
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const binder = demo.binder_id;
  const bytes = randomBytes(24 * MEGABYTE);
  const acknowledged: number[] = [];
  const offsets: number[] = [];
  let fileId: string | undefined;
  const done = Promise.withResolvers<void>();
  const upload = new Upload(bytes, {
    endpoint: `${demo.base_url}${binder}/uploads`,
    headers: { authorization: `Bearer ${token}` },
    metadata: { filename: 'large.bin', filetype: 'application/octet-stream' },
    chunkSize: MEGABYTE,
    retryDelays: Array.from({ length: 60 }, () => 500),
    onBeforeRequest(request) {
      if (request.getMethod() === 'PATCH') offsets.push(Number(request.getHeader('Upload-Offset')));
    },
    onAfterResponse: (_request, response) => {
      fileId = response.getHeader('Ringbinder-File-Id') ?? fileId;
    },
    onChunkComplete: (_size, accepted) => void acknowledged.push(accepted),
    onSuccess: () => done.resolve(),
    onError: (error) => done.reject(error),
  });
  upload.start();
  await until('a part has come', () => acknowledged.length >= 6);
  await server.kill();
  const before = acknowledged.at(-1) ?? 0;
  server = await startRingbinder(directory, { CALLS_PER_MINUTE: '1000000', PORT: port });
  const resumedAt = offsets.length;
  await done.promise;
  const again = offsets.slice(resumedAt);
  assert.ok(
    again.every((offset) => offset >= before),
    `${before} bytes were acknowledged, and it went on at ${again[0]}`,
  );
  assert.equal(acknowledged.at(-1), bytes.length);
  assert.match(fileId ?? '', /^F/);
  const { files } = await read(demo.base_url, token, `${binder}/files`);
  assert.equal(files.filter(({ name }: { name: string }) => name === 'large.bin').length, 1);
  const file = await fetch(`${demo.base_url}${binder}/files/${fileId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  assert.equal(hash(Buffer.from(await file.arrayBuffer())), hash(bytes));

  const refused = await new Promise<Error>((resolve, reject) => {
    new Upload(Buffer.from('%PDF-1.7\nnone'), {
      endpoint: `${demo.base_url}${binder}/uploads`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { filename: 'broken.pdf' },
      retryDelays: [10],
      onError: resolve,
      onSuccess: () => reject(new Error('it was taken')),
    }).start();
  });
  assert.ok(refused instanceof DetailedError);
  assert.match(refused.originalResponse?.getBody() ?? '', /file is refused/);
  await server.stop();
});
