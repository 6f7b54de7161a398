import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { FORM_TYPE, filePart, formOf } from '../pages/testing/form.ts';
import { rawRequest } from '../pages/testing/raw-request.ts';
import { holdings, leavesNothing } from '../pages/testing/upload.ts';
import { audioPart, payloadPart } from './testing/forms.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const sendForm = (body: Buffer, headers: Record<string, string> = {}) =>
  service.call('POST', `/${cast.binderId}/messages`, {
    token: cast.owner.token,
    body,
    headers: { 'content-type': FORM_TYPE, ...headers },
  });
const messages = async () =>
  (await service.call('GET', `/${cast.binderId}/messages`, { token: cast.owner.token })).body.data.messages;

const hello = payloadPart({ message: { text: 'Hello' } });
const file = filePart('text', 'a.txt');

test('[MSG-37] a form whose connection breaks leaves nothing', async () => {
  const body = formOf([hello, filePart(Buffer.alloc(1_000_000)), audioPart()]);
  const arriving = async () => (await holdings(service, cast.binderId)).arriving.length;
  const before = await messages();
  await leavesNothing(service, cast, async () => {
    const { socket, send } = await rawRequest(service.origin, `POST /v1/${cast.binderId}/messages HTTP/1.1`, {
      Authorization: `Bearer ${cast.owner.token}`,
      'Content-Type': FORM_TYPE,
      'Content-Length': String(body.length),
    });
    await send(body.subarray(0, body.length - 5_000));
    await until('the form is under way', async () => (await arriving()) > 0);
    socket.destroy();
    await until('nothing is arriving', async () => (await arriving()) === 0);
  });
  assert.deepEqual(await messages(), before);
});

test('[MSG-37] with a key a form is posted once, and gives its answer again; another file or payload is 409', async () => {
  const headers = { 'idempotency-key': 'form-1' };
  const parts = [hello, filePart(makePdf({ pages: 2 }), 'a.pdf'), audioPart()];
  const first = await sendForm(formOf(parts), headers);
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const before = await holdings(service, cast.binderId);
  const again = await sendForm(formOf(parts.toReversed()), headers);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  const others = [
    [hello, filePart(makePdf({ pages: 3 }), 'a.pdf'), audioPart()],
    [hello, filePart(makePdf({ pages: 2 }), 'b.pdf'), audioPart()],
    [hello, filePart(makePdf({ pages: 2 }), 'a.pdf')],
    [payloadPart({ message: { text: 'Other' } }), ...parts.slice(1)],
  ];
  for (const other of others) assert.equal((await sendForm(formOf(other), headers)).status, 409);
  assert.deepEqual(await holdings(service, cast.binderId), before);
});

test('[MSG-37] of three forms with one key at once one is posted, and all get its answer', async () => {
  const headers = { 'idempotency-key': 'form-2' };
  const body = formOf([hello, filePart(makePdf({ pages: 2, text: 'at once' }), 'a.pdf'), audioPart()]);
  const before = await holdings(service, cast.binderId);
  const answers = await Promise.all([1, 2, 3].map(() => sendForm(body, headers)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1);
  const { arriving, rows } = await holdings(service, cast.binderId);
  assert.deepEqual([arriving, rows.files, rows.pages], [[], before.rows.files + 1, before.rows.pages + 2]);
});

test('[MSG-37] when the transaction fails there is neither message nor file', async () => {
  const { env } = service;
  const fileId = (await sendForm(formOf([hello, file]))).body.data.file_id;
  const before = await holdings(service, cast.binderId);
  const sentMessages = await messages();
  const { ids } = env;
  env.ids = { next: () => fileId };
  assert.equal((await sendForm(formOf([hello, filePart('other', 'b.txt'), audioPart()]))).status, 500);
  env.ids = ids;
  const { arriving, rows } = await holdings(service, cast.binderId);
  assert.deepEqual([arriving, rows], [[], before.rows]);
  assert.deepEqual(await messages(), sentMessages);
});
