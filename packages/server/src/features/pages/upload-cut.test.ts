import assert from 'node:assert/strict';
import { once } from 'node:events';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { FORM_TYPE, filePart, formOf } from './testing/form.ts';
import { rawRequest } from './testing/raw-request.ts';
import { holdings, leavesNothing } from './testing/upload.ts';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

const form = formOf([filePart(makePdf({ pages: 20 }))]);

const begin = (token: string, headers: Record<string, string> = {}, binderId = cast.binderId) =>
  rawRequest(service.origin, `POST /v1/${binderId}/pageupload HTTP/1.1`, {
    Authorization: `Bearer ${token}`,
    'Content-Type': FORM_TYPE,
    'Content-Length': String(form.length),
    ...headers,
  });

const underWay = () =>
  until('the upload has begun', async () => (await holdings(service, cast.binderId)).arriving.length > 0);
const cleared = () =>
  until('nothing is arriving', async () => (await holdings(service, cast.binderId)).arriving.length === 0);

test('[FILE-3] an upload whose connection breaks leaves nothing', async () => {
  const linesBefore = service.logLines.length;
  await leavesNothing(service, cast, async () => {
    const { socket, send } = await begin(cast.owner.token);
    await send(form.subarray(0, form.length / 2));
    await underWay();
    socket.destroy();
    await cleared();
  });
  const complaints = service.logLines.slice(linesBefore).filter((line) => JSON.parse(line).level >= 40);
  assert.deepEqual(complaints, [], 'a client that goes away is no failure of the server');
});

test('[FILE-3] an upload that the sender half closes in its middle leaves nothing', async () => {
  await leavesNothing(service, cast, async () => {
    const { socket, send } = await begin(cast.owner.token);
    await send(form.subarray(0, form.length / 2));
    await underWay();
    socket.end();
    await once(socket, 'close');
    await cleared();
  });
});

test('[FILE-3] a chunked upload that breaks leaves nothing', async () => {
  await leavesNothing(service, cast, async () => {
    const { socket, send } = await rawRequest(
      service.origin,
      `POST /v1/${cast.binderId}/pageupload HTTP/1.1`,
      {
        Authorization: `Bearer ${cast.owner.token}`,
        'Content-Type': FORM_TYPE,
        'Transfer-Encoding': 'chunked',
      },
    );
    const half = form.subarray(0, form.length / 2);
    await send(`${half.length.toString(16)}\r\n`);
    await send(half);
    await underWay();
    socket.destroy();
    await cleared();
  });
});

test('[FILE-3] a form without its closing boundary is answered on a connection that stays good', async () => {
  const cut = form.subarray(0, form.length - 20);
  const request = await begin(cast.owner.token, { 'Content-Length': String(cut.length) });
  await request.send(cut);
  const { status, body } = await request.answer();
  assert.equal(status, 400);
  assert.match(body.message, /^body is cut off/);
  await request.send('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n');
  assert.equal((await request.answer()).status, 200);
  request.socket.destroy();
});

test('[FILE-1] who may not write into the binder is refused before any byte of the body', async () => {
  const foreign = await service.make.binder(cast.otherPartner);
  const cases: [string, string, number][] = [
    [cast.viewer.token, cast.binderId, 403],
    [cast.owner.readToken, cast.binderId, 403],
    [cast.sameOrg.token, cast.binderId, 403],
    [cast.otherOrg.token, cast.binderId, 403],
    [cast.otherPartner.token, cast.binderId, 403],
    [cast.owner.token, foreign, 403],
    ['unknown', cast.binderId, 401],
    [cast.owner.token, 'B0000000000000000000000', 404],
    [cast.owner.token, 'B1', 400],
  ];
  for (const [token, binderId, expected] of cases) {
    const { answer, socket } = await begin(token, {}, binderId);
    const { status, body } = await answer();
    assert.equal(status, expected, body.message);
    socket.destroy();
  }
  assert.deepEqual((await holdings(service, cast.binderId)).arriving, []);
});

test('[FILE-2] a refused upload is answered, and the connection takes the next call', async () => {
  const twice = formOf([filePart('a'), filePart(Buffer.alloc(5_000_000))]);
  for (const connection of ['keep-alive', 'close']) {
    const request = await begin(cast.owner.token, {
      'Content-Length': String(twice.length),
      Connection: connection,
    });
    // Simulates a client that reads no response before it has sent everything.
    request.socket.pause();
    await request.send(twice);
    request.socket.resume();
    const { status, body } = await request.answer();
    assert.equal(status, 400);
    assert.match(body.message, /^file is given more than once/);
    if (connection === 'keep-alive') {
      await request.send('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n');
      assert.equal((await request.answer()).status, 200);
    }
    request.socket.destroy();
  }
});

test('[FILE-1] who is refused before the form is read gets the answer, whatever becomes of the connection', async () => {
  const large = formOf([filePart(Buffer.alloc(5_000_000))]);
  for (const [token, status] of [
    ['unknown', 401],
    [cast.viewer.token, 403],
  ] as const) {
    for (const connection of ['keep-alive', 'close']) {
      const request = await begin(token, { 'Content-Length': String(large.length), Connection: connection });
      request.socket.pause();
      await request.send(large);
      request.socket.resume();
      assert.equal((await request.answer()).status, status, connection);
      request.socket.destroy();
    }
  }
});

test('[FILE-20] an upload that announces more than the limit is refused before its body', async () => {
  const request = await begin(cast.owner.token, { 'Content-Length': String(1024 ** 3) });
  const { status, body } = await request.answer();
  assert.equal(status, 413);
  assert.match(body.message, /^file is larger than the limit of 209715200 bytes/);
  request.socket.destroy();
  await cleared();
});

test('[FILE-1] a flood of headers is refused', async () => {
  const flood = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`X-${index}`, 'y'.repeat(20)]),
  );
  const { answer, socket } = await begin(cast.owner.token, flood);
  const { status, body } = await answer();
  assert.equal(status, 413);
  assert.equal(body.code, 'RESPONSE_ERROR_EXCEED_LIMIT');
  socket.destroy();
});
