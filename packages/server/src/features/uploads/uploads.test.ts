import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpired } from '../../background/housekeeping.ts';
import { holdings } from '../pages/testing/upload.ts';
import { EXPIRY_MS, MAX_AGE_MS } from './limits.ts';
import { idOf, TUS, type TusCaller, tusCaller } from './testing/tus.ts';

let service: TestService;
let cast: Cast;
let owner: TusCaller;
beforeAll(async () => {
  // The test advances the clock by weeks.
  service = await startService({ config: { accessTokenSeconds: 90 * 24 * 60 * 60 } });
  cast = await service.make.cast();
  owner = tusCaller(service, cast.binderId, cast.owner.token);
});
afterAll(() => service.close());

const bytesOf = async (fileId: string) =>
  (await service.call('GET', `/${cast.binderId}/files/${fileId}`, { token: cast.owner.token })).bytes;
const pagesOf = async (fileId: string) =>
  (await service.call('GET', `/${cast.binderId}/pages?file_id=${fileId}`, { token: cast.owner.token })).body
    .data.pages;
const fileOf = (answer: { headers: Headers }) => answer.headers.get('ringbinder-file-id');

test('[TUS-1] [TUS-2] [TUS-5] a file comes in pieces; it is a file with pages when it is whole, once, and the id is told again and again', async () => {
  const pdf = makePdf({ pages: 3 });
  const before = await holdings(service, cast.binderId);
  const created = await owner.create({ length: pdf.length, name: 'Verträge.pdf' });
  assert.equal(created.status, 201);
  const { headers } = created;
  assert.equal(headers.get('tus-resumable'), '1.0.0');
  assert.ok(headers.get('location')?.startsWith(`${service.env.baseUrl()}${cast.binderId}/uploads/`));
  assert.ok(Date.parse(headers.get('upload-expires') ?? '') > service.clock.now() + EXPIRY_MS - 60_000);
  const id = idOf(created);
  const third = Math.ceil(pdf.length / 3);
  let answer = created;
  for (let offset = 0; offset < pdf.length; offset += third) {
    const head = await owner.head(id);
    assert.equal(head.headers.get('upload-offset'), String(offset));
    assert.equal(head.headers.get('upload-length'), String(pdf.length));
    assert.equal(head.headers.get('cache-control'), 'no-store');
    assert.match(head.headers.get('upload-metadata') ?? '', /^filename /);
    assert.equal(fileOf(head), null);
    assert.deepEqual(
      (await holdings(service, cast.binderId)).rows,
      before.rows,
      'nothing before it is whole',
    );
    answer = await owner.send(id, offset, pdf.subarray(offset, offset + third));
    assert.equal(answer.status, 204, JSON.stringify(answer.body));
  }
  const fileId = fileOf(answer) ?? '';
  assert.match(fileId, /^F/);
  assert.deepEqual(await bytesOf(fileId), pdf);
  assert.equal((await pagesOf(fileId)).length, 3);
  const initial = await holdings(service, cast.binderId);
  assert.equal(initial.rows.files, before.rows.files + 1);

  // A client that received no response can repeat the request: HEAD, GET, or a last PATCH without bytes.
  assert.equal(fileOf(await owner.head(id)), fileId);
  assert.equal(fileOf(await owner.send(id, pdf.length, Buffer.alloc(0))), fileId);
  const { upload } = (await owner.get(id)).body.data;
  assert.deepEqual(
    [upload.name, upload.status, upload.file_id, upload.offset, upload.length],
    ['Verträge.pdf', 'completed', fileId, pdf.length, pdf.length],
  );
  assert.deepEqual(await holdings(service, cast.binderId), initial);
  assert.deepEqual(await service.env.files.partials(), []);
  const { files } = (await service.call('GET', `/${cast.binderId}/files`, { token: cast.owner.token })).body
    .data;
  assert.equal(files.find((file: { id: string }) => file.id === fileId)?.name, 'Verträge.pdf');
});

test('[TUS-5] of five who end an upload at once, one makes the file, and all get it', async () => {
  const pdf = makePdf({ pages: 2, text: 'at once' });
  const before = await holdings(service, cast.binderId);
  const id = await owner.begin(pdf.length, 'at-once.pdf');
  await owner.send(id, 0, pdf.subarray(0, -1));
  await service.env.files.partial(id).write(pdf.subarray(-1), pdf.length - 1);
  await service.env.db.query('UPDATE uploads SET received = length WHERE id = $1', [id]);
  const answers = await Promise.all([
    owner.head(id),
    owner.head(id),
    owner.send(id, pdf.length, Buffer.alloc(0)),
    owner.send(id, pdf.length, Buffer.alloc(0)),
    owner.head(id),
  ]);
  const ids = new Set(answers.map(fileOf));
  assert.equal(ids.size, 1);
  const [fileId = ''] = ids;
  assert.deepEqual(await bytesOf(fileId ?? ''), pdf);
  assert.equal((await holdings(service, cast.binderId)).rows.files, before.rows.files + 1);
});

test('[TUS-4] two who send to one upload at once: each range is written by one of them, the other gets 409, also from another process', async () => {
  const other = await startService({ beside: service });
  try {
    const far = tusCaller(other, cast.binderId, cast.owner.token);
    const halves = [Buffer.alloc(3_000_000, 'a'), Buffer.alloc(3_000_000, 'b')] as const;
    for (let round = 0; round < 3; round++) {
      const id = await owner.begin(6_000_000, `race-${round}.txt`);
      const [near, away] = await Promise.all([owner.send(id, 0, halves[0]), far.send(id, 0, halves[1])]);
      const statuses = [near.status, away.status].sort();
      assert.ok(statuses.includes(409), `${statuses}`);
      const stands = Number((await far.head(id)).headers.get('upload-offset'));
      assert.ok(stands > 0 && stands <= 3_000_000);
      const rest = Buffer.alloc(6_000_000 - stands, 'c');
      const last = await far.send(id, stands, rest);
      assert.equal(last.status, 204, JSON.stringify(last.body));
      const bytes = await bytesOf(fileOf(last) ?? '');
      assert.equal(bytes.length, 6_000_000);
      const [row] = await service.env.db.query<{ sha256: string }>('SELECT sha256 FROM files WHERE id = $1', [
        fileOf(last),
      ]);
      assert.equal(row?.sha256, createHash('sha256').update(bytes).digest('hex'));
    }
  } finally {
    await other.close();
  }
});

test('[TUS-6] a file that is refused is refused for good, with the reason; nothing stays of it', async () => {
  const broken = Buffer.concat([makePdf({ pages: 2 }).subarray(0, 300), Buffer.from('no more')]);
  const before = await holdings(service, cast.binderId);
  const id = await owner.begin(broken.length, 'broken.pdf');
  const refused = await owner.send(id, 0, broken);
  assert.equal(refused.status, 400);
  assert.equal(refused.body.errors[0].path, 'file');
  assert.equal((await owner.head(id)).status, 400);
  const again = await owner.send(id, broken.length, Buffer.alloc(0));
  assert.deepEqual([again.status, again.body.message], [400, refused.body.message]);
  const { upload } = (await owner.get(id)).body.data;
  assert.deepEqual([upload.status, upload.refusal.message], ['refused', refused.body.message]);
  assert.deepEqual(await holdings(service, cast.binderId), before);
  assert.deepEqual(await service.env.files.partials(), []);
});

test('[TUS-9] uploads under way are listed for their person, can be ended, and expire', async () => {
  const id = await owner.begin(100, 'left.txt');
  const old = await owner.begin(100, 'old.txt');
  await owner.send(id, 0, Buffer.from('some'));
  const list = async () => {
    const path = `/${cast.binderId}/uploads`;
    const { body } = await service.call('GET', path, { token: cast.owner.token });
    return body.data.uploads.map((upload: { id: string }) => upload.id);
  };
  assert.deepEqual((await list()).toSorted(), [id, old].toSorted());
  assert.equal((await owner.end(old)).status, 204);
  assert.equal((await owner.head(old)).status, 404);
  assert.deepEqual(await list(), [id]);
  await expect.poll(async () => (await service.env.files.partials()).length).toBe(1);

  await service.env.files.partial('T0000000000000000000000').write(Buffer.from('lost'), 0);
  for (let days = 0; days < 28; days += 6) {
    service.clock.advance(6 * 24 * 60 * 60 * 1000);
    const offset = Number((await owner.head(id)).headers.get('upload-offset'));
    const answer = await owner.send(id, offset, Buffer.from('.'));
    if (answer.status !== 204) break;
    assert.ok(Date.parse(answer.headers.get('upload-expires') ?? '') <= Date.now() + MAX_AGE_MS);
  }
  service.clock.advance(EXPIRY_MS);
  assert.equal((await owner.head(id)).status, 404);
  assert.equal((await owner.send(id, 5, Buffer.from('late'))).status, 404);
  assert.deepEqual(await list(), []);
  await deleteExpired(service.env);
  assert.deepEqual(await service.env.files.partials(), []);
  assert.deepEqual(await service.env.db.query('SELECT FROM uploads'), []);
});

test('[TUS-1] a browser learns what the protocol may do, and reads its headers; figures are counted', async () => {
  const options = await fetch(`${service.base}/${cast.binderId}/uploads`, { method: 'OPTIONS' });
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('tus-version'), '1.0.0');
  assert.match(options.headers.get('tus-extension') ?? '', /creation-defer-length,expiration,termination/);
  assert.equal(options.headers.get('tus-max-size'), String(200 * 1024 ** 2));
  assert.match(options.headers.get('access-control-allow-headers') ?? '', /Upload-Offset/);
  assert.match(options.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  const created = await service.call('POST', `/${cast.binderId}/uploads`, {
    token: cast.owner.token,
    headers: {
      ...TUS,
      'upload-length': '3',
      'upload-metadata': 'filename YQ==',
      'idempotency-key': 'one-upload',
    },
  });
  assert.match(created.headers.get('access-control-expose-headers') ?? '', /Location.*Upload-Offset/);
  const again = await service.call('POST', `/${cast.binderId}/uploads`, {
    token: cast.owner.token,
    headers: {
      ...TUS,
      'upload-length': '3',
      'upload-metadata': 'filename YQ==',
      'idempotency-key': 'one-upload',
    },
  });
  assert.equal(again.headers.get('location'), created.headers.get('location'), 'begun once');
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  assert.match(metrics, /uploads_total\{environment="production",step="completed"\} [1-9]/);
  assert.match(metrics, /upload_bytes_received_total\{environment="production"\} [1-9]/);
});
