import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import {
  type Cast,
  createActors,
  outsiders,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type RawRequest, rawRequest } from '../pages/testing/raw-request.ts';
import { MAX_CONCURRENT_PATCHES, MAX_OPEN_UPLOADS } from './limits.ts';
import { metadataOf, OFFSET_STREAM, TUS, type TusCaller, tusCaller } from './testing/tus.ts';

const MAX_BYTES = 5_000_000;

let service: TestService;
let cast: Cast;
let owner: TusCaller;
beforeAll(async () => {
  service = await startService({ config: { maxUploadBytes: MAX_BYTES } });
  cast = await service.make.cast();
  owner = tusCaller(service, cast.binderId, cast.owner.token);
});
afterAll(() => service.close());

const offsetOf = async (id: string) => Number((await owner.head(id)).headers.get('upload-offset'));

test('[TUS-7] headers that lie or are missing are refused, and the field is named', async () => {
  const wrong: [string, Record<string, string | undefined>, number, string][] = [
    ['no version', { 'tus-resumable': undefined }, 412, 'Tus-Resumable'],
    ['another version', { 'tus-resumable': '0.2.2' }, 412, 'Tus-Resumable'],
    ['no length', { 'upload-length': undefined }, 400, 'Upload-Length'],
    ['both lengths', { 'upload-defer-length': '1' }, 400, 'Upload-Length'],
    ['a negative length', { 'upload-length': '-1' }, 400, 'Upload-Length'],
    ['a length that is none', { 'upload-length': '1e3' }, 400, 'Upload-Length'],
    ['a length beyond numbers', { 'upload-length': '9'.repeat(40) }, 400, 'Upload-Length'],
    ['a length of 0', { 'upload-length': '0' }, 400, 'Upload-Length'],
    ['too long', { 'upload-length': String(MAX_BYTES + 1) }, 413, 'Upload-Length'],
    ['deferred by 2', { 'upload-length': undefined, 'upload-defer-length': '2' }, 400, 'Upload-Defer-Length'],
    ['no name', { 'upload-metadata': undefined }, 400, 'Upload-Metadata'],
    ['a name in no base64', { 'upload-metadata': 'filename *' }, 400, 'Upload-Metadata'],
    ['two names', { 'upload-metadata': `${metadataOf('a')},${metadataOf('b')}` }, 400, 'Upload-Metadata'],
    ['a path', { 'upload-metadata': metadataOf('../../etc/passwd') }, 400, 'Upload-Metadata'],
    ['a name of NUL', { 'upload-metadata': metadataOf('a\0b') }, 400, 'Upload-Metadata'],
    ['a name of 300', { 'upload-metadata': metadataOf('n'.repeat(300)) }, 400, 'Upload-Metadata'],
    ['a flood', { 'upload-metadata': `${metadataOf('a')},b ${'A'.repeat(8_000)}` }, 400, 'Upload-Metadata'],
    ['parts', { 'upload-concat': 'partial' }, 400, 'Upload-Concat'],
  ];
  for (const [what, headers, status, field] of wrong) {
    const all = { ...TUS, 'upload-length': '10', 'upload-metadata': metadataOf('a.txt'), ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const answer = await service.call('POST', `/${cast.binderId}/uploads`, {
      token: cast.owner.token,
      headers: sent as Record<string, string>,
    });
    assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    assert.equal(answer.body.errors[0].path, field, what);
    assert.equal(answer.headers.get('tus-resumable'), '1.0.0', what);
  }
  const id = await owner.begin(10);
  const patches: [string, Record<string, string>, number, string][] = [
    ['no offset', { ...OFFSET_STREAM }, 400, 'Upload-Offset'],
    ['no number', { ...OFFSET_STREAM, 'upload-offset': 'x' }, 400, 'Upload-Offset'],
    ['negative', { ...OFFSET_STREAM, 'upload-offset': '-5' }, 400, 'Upload-Offset'],
    ['a hole', { ...OFFSET_STREAM, 'upload-offset': '3' }, 409, 'Upload-Offset'],
    [
      'another length',
      { ...OFFSET_STREAM, 'upload-offset': '0', 'upload-length': '5' },
      400,
      'Upload-Length',
    ],
    ['JSON', { ...TUS, 'content-type': 'application/json', 'upload-offset': '0' }, 400, 'Content-Type'],
    [
      'bytes',
      { ...TUS, 'content-type': 'application/octet-stream', 'upload-offset': '0' },
      400,
      'Content-Type',
    ],
  ];
  for (const [what, headers, status, field] of patches) {
    const answer = await service.call('PATCH', `/${cast.binderId}/uploads/${id}`, {
      token: cast.owner.token,
      headers,
      body: Buffer.from('{}'),
    });
    assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    assert.equal(answer.body.errors[0].path, field, what);
  }
  assert.equal(await offsetOf(id), 0);
  await owner.end(id);
});

test('[TUS-7] nobody sends more than was said, in whatever way; bytes that came twice or too early change nothing', async () => {
  const id = await owner.begin(4_000_000);
  const bytes = randomBytes(4_000_000);
  assert.equal((await owner.send(id, 0, Buffer.alloc(4_000_001))).status, 413);
  assert.equal(await offsetOf(id), 0);
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(65_536, 'x'));
      },
    });
  const flooded = await owner.send(id, 0, endless()).catch(() => null);
  if (flooded) assert.equal(flooded.status, 413);
  const stands = await offsetOf(id);
  assert.ok(stands <= 4_000_000);
  await owner.end(id);

  const next = await owner.begin(4_000_000, 'data.bin');
  await owner.send(next, 0, bytes.subarray(0, 1_000_000));
  for (const offset of [0, 999_999, 1_000_001])
    assert.equal((await owner.send(next, offset, Buffer.from('overlap'))).status, 409);
  assert.equal(await offsetOf(next), 1_000_000);
  const done = await owner.send(next, 1_000_000, bytes.subarray(1_000_000));
  assert.equal((await owner.send(next, 1_000_000, bytes.subarray(1_000_000))).status, 409);
  const { bytes: stored } = await service.call(
    'GET',
    `/${cast.binderId}/files/${done.headers.get('ringbinder-file-id')}`,
    { token: cast.owner.token },
  );
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  assert.equal(hash(stored), hash(bytes));

  // An upload of unknown length reserves the size of the largest possible file.
  const unknown = await owner.begin(null);
  await owner.send(unknown, 0, endless()).catch(() => null);
  assert.ok((await offsetOf(unknown)) <= MAX_BYTES);
  const { status, body } = await owner.send(unknown, await offsetOf(unknown), Buffer.alloc(0), {
    'upload-length': String(MAX_BYTES + 1),
  });
  assert.deepEqual([status, body.errors[0].path], [413, 'Upload-Length']);
  assert.equal((await owner.end(unknown)).status, 204);
});

test('[TUS-4] a PATCH whose connection breaks keeps what came, and a client that goes away is no failure', async () => {
  const bytes = randomBytes(3_000_000);
  const id = await owner.begin(bytes.length, 'broken-off.bin');
  const linesBefore = service.logLines.length;
  for (const cut of [700_000, 2_500_000]) {
    const from = await offsetOf(id);
    const request = await rawRequest(service.origin, `PATCH /v1/${cast.binderId}/uploads/${id} HTTP/1.1`, {
      Authorization: `Bearer ${cast.owner.token}`,
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(from),
      'Content-Length': String(bytes.length - from),
    });
    await request.send(bytes.subarray(from, cut));
    request.socket.end();
    await until('what came counts', async () => (await offsetOf(id)) > from + 1);
    assert.ok((await offsetOf(id)) <= cut);
  }
  const from = await offsetOf(id);
  assert.ok(from > 1_000_000, `${from}`);
  const last = await owner.send(id, from, bytes.subarray(from));
  const { bytes: stored } = await service.call(
    'GET',
    `/${cast.binderId}/files/${last.headers.get('ringbinder-file-id')}`,
    { token: cast.owner.token },
  );
  assert.deepEqual(stored, bytes);
  const complaints = service.logLines.slice(linesBefore).filter((line) => JSON.parse(line).level >= 40);
  assert.deepEqual(complaints, []);
});

test('[TUS-8] who has left the binder, or whose token has ended, sends no more, in the middle of a PATCH too', async () => {
  const { editor } = cast;
  const theirs = tusCaller(service, cast.binderId, editor.token);
  const id = await theirs.begin(1_000_000);
  const request = await rawRequest(service.origin, `PATCH /v1/${cast.binderId}/uploads/${id} HTTP/1.1`, {
    Authorization: `Bearer ${editor.token}`,
    'Tus-Resumable': '1.0.0',
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': '0',
    'Content-Length': '1000000',
  });
  await request.send(randomBytes(100_000));
  const { status } = await service.call('POST', `/${cast.binderId}/removeuser`, {
    token: cast.owner.token,
    json: { id: editor.id },
  });
  assert.equal(status, 200);
  const refused = await request.answer();
  assert.equal(refused.status, 403, refused.body?.message);
  request.socket.destroy();
  for (const answer of [
    await theirs.send(id, 0, Buffer.from('x')),
    await theirs.head(id),
    await theirs.end(id),
  ])
    assert.equal(answer.status, 403);
});

test('[TUS-8] an upload is its person’s alone; who may', async () => {
  const actors = await createActors(service);
  await actors.check({
    expected: { owner: 201, editor: 201, bot: 201, viewer: 403, reader: 403, ...outsiders },
    changes: true,
    call: ({ call }, binderId) =>
      call('POST', `/${binderId}/uploads`, {
        headers: { ...TUS, 'upload-length': '3', 'upload-metadata': metadataOf('a.txt') },
      }),
  });
  const binderId = await actors.fixture();
  const others = ['editor', 'bot', 'viewer', 'otherPartner'] as const;
  const theirs = tusCaller(service, binderId, actors.users.owner.token);
  const id = await theirs.begin(3);
  for (const name of others) {
    const foreign = tusCaller(service, binderId, actors.users[name].token);
    const expected = name === 'editor' || name === 'bot' ? 404 : 403;
    assert.equal((await foreign.head(id)).status, expected, name);
    assert.equal((await foreign.get(id)).status, expected, name);
    assert.equal((await foreign.send(id, 0, Buffer.from('abc'))).status, expected, name);
    assert.equal((await foreign.end(id)).status, expected, name);
  }
  assert.equal((await owner.head(id)).status, 404);
  assert.equal((await owner.head('T0000000000000000000000')).status, 404);
  assert.equal((await owner.get('T1')).status, 400);
  const readOnly = tusCaller(service, cast.binderId, cast.owner.readToken);
  assert.equal((await readOnly.head(id)).status, 403);
  assert.equal((await theirs.send(id, 0, Buffer.from('abc'))).status, 204);
});

test('[TUS-9] one person’s uploads are bounded in number and in bytes, also when all begin at once', async () => {
  const { binderId, owner: person } = await service.make.cast();
  const caller = tusCaller(service, binderId, person.token);
  const create = (length: number) =>
    until('it is answered', async () => {
      const answer = await caller.create({ length });
      return answer.status === 503 ? undefined : answer;
    });
  const many = await Promise.all(Array.from({ length: MAX_OPEN_UPLOADS + 10 }, () => create(10)));
  const begun = many.filter(({ status }) => status === 201);
  assert.equal(begun.length, MAX_OPEN_UPLOADS);
  assert.ok(many.every(({ status }) => status === 201 || status === 413));
  const list = await service.call('GET', `/${binderId}/uploads`, { token: person.token });
  for (const { id } of list.body.data.uploads) await caller.end(id);
  const large = await Promise.all(Array.from({ length: 25 }, () => create(MAX_BYTES)));
  assert.equal(large.filter(({ status }) => status === 201).length, 20);
  assert.match(large.find(({ status }) => status === 413)?.body.message, /too much beside the \d+ bytes/);
});

test('[TUS-9] one person’s PATCHes at once are bounded', async () => {
  const { binderId, owner: person } = await service.make.cast();
  const caller = tusCaller(service, binderId, person.token);
  const stalled = new Set<RawRequest>();
  const stall = async () => {
    const id = await caller.begin(1_000);
    const request = await rawRequest(service.origin, `PATCH /v1/${binderId}/uploads/${id} HTTP/1.1`, {
      Authorization: `Bearer ${person.token}`,
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '0',
      'Content-Length': '1000',
    });
    await request.send('x');
    stalled.add(request);
    // If a busy server rejects a request with 503, another request replaces the rejected one.
    request
      .answer()
      .catch(() => undefined)
      .then(() => stalled.delete(request));
  };
  const id = await caller.begin(3);
  await until('one more is too many', async () => {
    while (stalled.size < MAX_CONCURRENT_PATCHES) await stall();
    const probe = await caller.begin(2);
    const { status } = await caller.send(probe, 0, Buffer.from('a'));
    await caller.end(probe);
    return status === 429;
  });
  for (const { socket } of stalled) socket.destroy();
  await until('there is room', async () => (await caller.send(id, 0, Buffer.from('abc'))).status === 204);
});
