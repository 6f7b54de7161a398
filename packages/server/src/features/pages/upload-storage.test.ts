import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { access, stat } from 'node:fs/promises';
import { makePdf } from '@ringbinder/page-renderer/testing';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { holdings, upload, uploaded } from './testing/upload.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

test('[FILE-22] the same bytes in two binders are one file on disk, named by its SHA-256', async () => {
  const other = await service.make.binder(cast.owner);
  const bytes = makePdf({ pages: 2, text: 'shared' });
  const before = await holdings(service, cast.binderId);
  const first = await uploaded(service, cast, bytes);
  const second = await uploaded(service, { binderId: other, owner: cast.owner }, bytes);
  const third = await uploaded(service, cast, bytes, 'again.pdf');
  assert.equal(new Set([first, second, third].map(({ fileId }) => fileId)).size, 3);
  const after = await holdings(service, cast.binderId);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  assert.deepEqual(
    after.content.filter((path) => !before.content.includes(path)),
    [service.env.files.pathOf(sha256)],
  );
  assert.equal((await stat(service.env.files.pathOf(sha256))).size, bytes.length);
  assert.equal(after.rows.blobs, before.rows.blobs + 1);
});

test('[STORE-13] the bytes have their name before the row that speaks of them is committed', async () => {
  const { env } = service;
  const { files } = env;
  const seen: [boolean, number][] = [];
  const look = async (sha256: string) => {
    const isThere = await access(files.pathOf(sha256)).then(
      () => true,
      () => false,
    );
    const rows = await env.db.query('SELECT FROM files WHERE sha256 = $1', [sha256]);
    seen.push([isThere, rows.length]);
  };
  env.files = {
    ...files,
    async receive(...args) {
      const received = await files.receive(...args);
      const keep = async () => {
        await look(received.sha256);
        await received.keep();
        await look(received.sha256);
      };
      return { ...received, keep };
    },
  };
  const { fileId } = await uploaded(service, cast, 'kept before it is told of');
  env.files = files;
  assert.deepEqual(seen, [
    [false, 0],
    [true, 0],
  ]);
  assert.match(fileId, /^F/);
});

test('[STORE-13] an upload whose transaction fails leaves no row and no temporary file', async () => {
  const { env } = service;
  const before = await holdings(service, cast.binderId);
  const { ids } = env;
  const acceptedFileId = (await uploaded(service, cast, 'takes an id')).fileId;
  const middle = await holdings(service, cast.binderId);
  env.ids = { next: () => acceptedFileId };
  assert.equal((await upload(service, cast, 'wants the same id')).status, 500);
  env.ids = ids;
  const after = await holdings(service, cast.binderId);
  assert.deepEqual([after.arriving, after.rows], [[], middle.rows]);
  assert.equal(middle.rows.files, before.rows.files + 1);
});

test('[IDEM-8] an upload with a key is stored once; other bytes or another name under the key are 409', async () => {
  const headers = { 'idempotency-key': 'upload-1' };
  const bytes = makePdf({ pages: 4 });
  const first = await upload(service, cast, bytes, 'a.pdf', headers);
  const before = await holdings(service, cast.binderId);
  const again = await upload(service, cast, bytes, 'a.pdf', headers);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  for (const [data, name] of [
    [makePdf({ pages: 5 }), 'a.pdf'],
    [bytes, 'b.pdf'],
  ] as const) {
    const { status, body } = await upload(service, cast, data, name, headers);
    assert.equal(status, 409);
    assert.equal(body.code, 'RESPONSE_ERROR_CONFLICT');
  }
  assert.deepEqual(await holdings(service, cast.binderId), before);
});

test('[IDEM-8] of two uploads with one key at once, one is stored and both get its answer', async () => {
  const headers = { 'idempotency-key': 'upload-2' };
  const bytes = makePdf({ pages: 2, text: 'at once' });
  const before = await holdings(service, cast.binderId);
  const answers = await Promise.all([1, 2, 3].map(() => upload(service, cast, bytes, 'a.pdf', headers)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(answers.map(({ body }) => body.data.file_id)).size, 1);
  const { arriving, rows } = await holdings(service, cast.binderId);
  assert.deepEqual(arriving, []);
  assert.deepEqual([rows.files, rows.pages], [before.rows.files + 1, before.rows.pages + 2]);
});
