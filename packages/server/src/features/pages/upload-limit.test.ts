import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Answer, type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import type { FileStore } from '../../storage/files/index.ts';
import { FORM_TYPE, filePart, formOf } from './testing/form.ts';
import { rawRequest } from './testing/raw-request.ts';
import { leavesNothing, upload } from './testing/upload.ts';

const run = promisify(execFile);
const MIB = 1024 ** 2;

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

async function uploadOf(size: number, options: { closed?: boolean } = {}) {
  const [head = '', tail = ''] = formOf([filePart('<>', 'large.bin')], options)
    .toString()
    .split('<>');
  const request = await rawRequest(service.origin, `POST /v1/${cast.binderId}/pageupload HTTP/1.1`, {
    Authorization: `Bearer ${cast.owner.token}`,
    'Content-Type': FORM_TYPE,
    'Content-Length': String(head.length + size + tail.length),
  });
  await request.send(head);
  const chunk = Buffer.alloc(MIB, 'x');
  for (let sent = 0; sent < size; sent += chunk.length) await request.send(chunk.subarray(0, size - sent));
  await request.send(tail);
  const answer = await request.answer();
  request.socket.destroy();
  return answer;
}

async function growthOf(work: () => Promise<void>): Promise<number> {
  const start = process.memoryUsage.rss();
  let most = start;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await work().finally(() => clearInterval(timer));
  return (most - start) / MIB;
}

test('[FILE-20] [LIMIT-3] 201 MiB are refused, are never held in memory, and the sender reads the answer', async (t) => {
  // The first upload makes Node retain about 50 MiB of freed buffers, whatever its size.
  assert.equal((await uploadOf(64 * MIB, { closed: false })).status, 400);
  const growth = await growthOf(() =>
    leavesNothing(service, cast, async () => {
      const { status, body } = await uploadOf(201 * MIB);
      assert.equal(status, 413);
      assert.equal(body.code, 'RESPONSE_ERROR_EXCEED_LIMIT');
      assert.match(body.message, /^file is larger than the limit of 209715200 bytes/);
    }),
  );
  t.annotate(`memory grew by ${growth.toFixed(0)} MiB`);
  assert.ok(growth < 50, `memory grew by ${growth} MiB`);
});

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

function assertDiskFull({ status, headers, body }: Answer): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.equal(body.code, 'RESPONSE_ERROR_SERVICE_UNAVAILABLE');
  assert.match(body.message, /disk is full/);
  assert.ok(Number(headers.get('retry-after')) > 0);
}

test('[ERR-11] a disk that fills up while bytes arrive, or are kept, is told and leaves nothing', async () => {
  const { files } = service.env;
  const failing: FileStore[] = [
    { ...files, receive: () => Promise.reject(noSpace()) },
    {
      ...files,
      receive: async (...args) => ({
        ...(await files.receive(...args)),
        keep: () => Promise.reject(noSpace()),
      }),
    },
  ];
  for (const store of failing) {
    service.env.files = store;
    assertDiskFull(await leavesNothing(service, cast, () => upload(service, cast, 'never seen before')));
  }
  service.env.files = files;
  assert.equal((await upload(service, cast, 'never seen before')).status, 200);
});

test('[ERR-11] a disk that is really full is told, leaves nothing, and does again when it has room', async (t) => {
  const folder = join(service.directory, 'files', 'production');
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  } catch {
    return t.skip('only root may mount a small file system');
  }
  try {
    for (const name of ['arriving', 'content', 'derived']) await mkdir(join(folder, name));
    const bytes = randomBytes(3 * MIB);
    assertDiskFull(await leavesNothing(service, cast, () => upload(service, cast, bytes)));
    await run('mount', ['-o', 'remount,size=8m', folder]);
    assert.equal((await upload(service, cast, bytes)).status, 200);
  } finally {
    await run('umount', [folder]);
  }
});
