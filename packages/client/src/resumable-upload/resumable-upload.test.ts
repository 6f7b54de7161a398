import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createClient, endUpload, RingbinderError, type UploadSource, uploadResumable } from '../index.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const CHUNK = 100_000;
const clientOf = (
  send: typeof fetch = fetch,
  token: Parameters<typeof createClient>[0]['token'] = cast.owner.token,
) => createClient({ baseUrl: `${service.base}/`, token, retry: { attempts: 1, waitMs: 1 }, fetch: send });
const fileOf = (bytes: Buffer, name = 'data.bin') => new File([new Uint8Array(bytes)], name);
const bytesOf = async (fileId: string) =>
  (await service.call('GET', `/${cast.binderId}/files/${fileId}`, { token: cast.owner.token })).bytes;

function losing(lose: (request: Request, count: number) => boolean): typeof fetch & { methods: string[] } {
  const methods: string[] = [];
  const send = async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const request = new Request(input, init);
    methods.push(request.method);
    const response = await fetch(request.clone());
    if (lose(request, methods.length)) throw new TypeError('the connection broke');
    return response;
  };
  return Object.assign(send as typeof fetch, { methods });
}

test('[CLIENT-20] an upload whose answers are lost, from the creation to the end, goes on where it stands, and is one file', async () => {
  const bytes = randomBytes(4 * CHUNK + 5);
  const lost = new Set<string>();
  const send = losing(({ method, headers }) => {
    const what = `${method} ${headers.get('upload-offset') ?? ''}`;
    if (lost.has(what) || lost.size >= 6) return false;
    lost.add(what);
    return true;
  });
  const progress: number[] = [];
  const waits: boolean[] = [];
  const ids: string[] = [];
  const done = await uploadResumable(clientOf(send), cast.binderId, fileOf(bytes, 'Größe.bin'), {
    chunkBytes: CHUNK,
    onBegin: (id) => void ids.push(id),
    onProgress: (sent, total) => {
      assert.equal(total, bytes.length);
      progress.push(sent);
    },
    onWaiting: (isWaiting) => waits.push(isWaiting),
  });
  assert.deepEqual(await bytesOf(done.file_id), bytes);
  assert.ok(done.created_time > 0);
  assert.equal(ids.length, 1, 'begun once, although the answer was lost');
  assert.deepEqual([progress.at(-1), progress.toSorted((a, b) => a - b)], [bytes.length, progress]);
  assert.deepEqual([waits[0], waits.at(-1)], [true, false]);
  const files = await service.call('GET', `/${cast.binderId}/files`, { token: cast.owner.token });
  assert.equal(files.body.data.files.filter(({ name }: { name: string }) => name === 'Größe.bin').length, 1);
});

test('[CLIENT-20] one that was stopped is gone on with by its id, and one that is forgotten is begun anew', async () => {
  const bytes = randomBytes(3 * CHUNK);
  const abort = new AbortController();
  const idempotencyKey = crypto.randomUUID();
  let uploadId = '';
  const stopped = uploadResumable(clientOf(), cast.binderId, fileOf(bytes), {
    chunkBytes: CHUNK,
    idempotencyKey,
    signal: abort.signal,
    onBegin: (id) => {
      uploadId = id;
    },
    onProgress: (sent) => {
      if (sent >= CHUNK) abort.abort(new Error('the tab is closed'));
    },
  });
  await assert.rejects(stopped, /the tab is closed/);
  const send = losing(() => false);
  const done = await uploadResumable(clientOf(send), cast.binderId, fileOf(bytes), {
    chunkBytes: CHUNK,
    uploadId,
  });
  assert.deepEqual(await bytesOf(done.file_id), bytes);
  assert.deepEqual(send.methods, ['HEAD', 'PATCH', 'PATCH', 'GET'], 'what had come is not sent again');
  assert.deepEqual(await uploadResumable(clientOf(), cast.binderId, fileOf(bytes), { uploadId }), done);
  await endUpload(clientOf(), cast.binderId, uploadId);
  await endUpload(clientOf(), cast.binderId, uploadId);
  const other = await uploadResumable(clientOf(), cast.binderId, fileOf(bytes), { uploadId, idempotencyKey });
  assert.notEqual(other.file_id, done.file_id);
});

test('[CLIENT-20] what is still being made is sent as it grows, and ends when it ends', async () => {
  const chunks = Array.from({ length: 5 }, () => randomBytes(CHUNK));
  let createCount = 1;
  const source: UploadSource = {
    name: 'recording.bin',
    async read(offset, maxBytes) {
      const all = Buffer.concat(chunks.slice(0, createCount));
      createCount = Math.min(chunks.length, createCount + 1);
      if (offset >= all.length)
        return createCount === chunks.length && offset === CHUNK * 5 ? null : new Blob([]);
      return new Blob([new Uint8Array(all.subarray(offset, offset + maxBytes))]);
    },
  };
  const totals = new Set<number | undefined>();
  const done = await uploadResumable(clientOf(losing((_, count) => count === 4)), cast.binderId, source, {
    onProgress: (_, total) => totals.add(total),
  });
  assert.deepEqual(await bytesOf(done.file_id), Buffer.concat(chunks));
  assert.deepEqual([...totals], [undefined]);
});

test('[CLIENT-20] a refusal ends it with its reason, a token that has ended is renewed, and no answer for too long is said', async () => {
  const refused = uploadResumable(clientOf(), cast.binderId, fileOf(Buffer.from('%PDF-1.7\nnone'), 'a.pdf'));
  await assert.rejects(
    refused,
    (error) => error instanceof RingbinderError && error.fields[0]?.path === 'file',
  );
  let lost = false;
  const send = losing(({ method }) => {
    if (method !== 'PATCH' || lost) return false;
    lost = true;
    return true;
  });
  const again = uploadResumable(
    clientOf(send),
    cast.binderId,
    fileOf(Buffer.from('%PDF-1.7\nnone'), 'a.pdf'),
  );
  await assert.rejects(again, /file is refused/);

  const tokens = (refusedToken?: string) => (refusedToken === undefined ? 'x'.repeat(40) : cast.owner.token);
  const done = await uploadResumable(
    clientOf(fetch, tokens),
    cast.binderId,
    fileOf(Buffer.from('text'), 'a.txt'),
  );
  assert.equal((await bytesOf(done.file_id)).toString(), 'text');
  await assert.rejects(uploadResumable(clientOf(), cast.binderId, fileOf(Buffer.alloc(0), 'empty')), {
    status: 400,
  });
  const away: typeof fetch = () => Promise.reject(new TypeError('no network'));
  const gaveUp = uploadResumable(clientOf(away), cast.binderId, fileOf(Buffer.from('x'), 'a'), {
    attempts: 2,
  });
  await assert.rejects(gaveUp, { status: 0 });
  const full: typeof fetch = (input, init) => {
    const isSend = new Request(input, init).method === 'PATCH';
    return isSend ? Promise.resolve(new Response('{}', { status: 503 })) : fetch(input, init);
  };
  const notTaken = uploadResumable(clientOf(full), cast.binderId, fileOf(Buffer.from('x'), 'a'), {
    attempts: 3,
  });
  await assert.rejects(notTaken, { status: 503 });
});
