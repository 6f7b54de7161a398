import assert from 'node:assert/strict';
import { makePdf, makeRecording, truncated } from '@ringbinder/page-renderer/testing';
import { type Answer, type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../pages/testing/form.ts';
import { rawRequest } from '../pages/testing/raw-request.ts';
import { holdings, leavesNothing } from '../pages/testing/upload.ts';
import { audioPart, payloadPart } from './testing/forms.ts';

const MEBIBYTE = 1024 ** 2;

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService({ config: { maxUploadBytes: 2 * MEBIBYTE } });
  cast = await service.make.cast();
});
afterAll(() => service.close());

const sendForm = (body: Buffer, headers: Record<string, string> = {}, token = cast.owner.token) =>
  service.call('POST', `/${cast.binderId}/messages`, {
    token,
    body,
    headers: { 'content-type': FORM_TYPE, ...headers },
  });
const messages = async () =>
  (await service.call('GET', `/${cast.binderId}/messages`, { token: cast.owner.token })).body.data.messages;

async function refused(send: () => Promise<Answer>, status: number, field: string, message: RegExp) {
  const before = await messages();
  const answer = await leavesNothing(service, cast, send);
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.errors[0].path, field);
  assert.match(answer.body.message, message);
  assert.deepEqual(await messages(), before);
}

const hello = payloadPart({ message: { text: 'Hello' } });
const file = filePart('text', 'a.txt');
const field = (name: string, data = 'x'): FormPart => ({ disposition: `; name="${name}"`, data });

const cases: [string, () => FormPart[] | Promise<FormPart[]>, number, string, RegExp][] = [
  ['no part at all', () => [], 400, 'payload', /^payload is required/],
  ['two payloads', () => [hello, file, hello], 400, 'payload', /more than once/],
  ['two files', () => [hello, file, file], 400, 'file', /more than once/],
  ['two sounds', () => [audioPart(), audioPart(), hello], 400, 'audio', /more than once/],
  [
    'an unknown file',
    () => [hello, { ...file, disposition: '; name="video"; filename="a"' }],
    400,
    'video',
    /is unknown: the form has the parts payload, file, audio/,
  ],
  ['an unknown field', () => [field('text'), hello], 400, 'text', /is unknown/],
  ['a part without a name', () => [{ disposition: '', data: 'x' }, hello], 400, 'body', /has another part/],
  ['a file without a name', () => [hello, field('file')], 400, 'file', /needs a file name/],
  ['sound without a name', () => [hello, field('audio')], 400, 'audio', /needs a file name/],
  ['a payload that is no JSON', () => [payloadPart('{'), file], 400, 'payload', /^payload is not valid JSON/],
  ['an empty payload', () => [payloadPart(''), file], 400, 'payload', /not valid JSON/],
  ['a payload that is no object', () => [payloadPart('[]'), file], 400, 'payload', /must be a JSON object/],
  [
    'a payload that is text',
    () => [payloadPart('"x"', 'application/json')],
    400,
    'payload',
    /must be a JSON object/,
  ],
  [
    'a payload that is not UTF-8',
    () => [payloadPart(Buffer.from([0x7b, 0xff, 0x7d]))],
    400,
    'payload',
    /not UTF-8/,
  ],
  [
    'a payload of deep nesting',
    () => [payloadPart(`{"a":${'['.repeat(100_000)}`, 'application/json')],
    400,
    'payload',
    /nested deeper/,
  ],
  [
    'a payload with __proto__',
    () => [payloadPart('{"message":{"text":"x"},"__proto__":{"x":1}}')],
    400,
    'payload',
    /not valid JSON/,
  ],
  [
    'a payload of 1 MiB and more',
    () => [payloadPart({ message: { text: 'x' }, more: 'x'.repeat(MEBIBYTE) }), file],
    413,
    'payload',
    /larger than the limit of 1048576 bytes/,
  ],
  ['a payload without message', () => [payloadPart({}), file], 400, 'message', /is required/],
  [
    'a wrong field in the payload',
    () => [payloadPart({ message: { text: 7 } }), file, audioPart()],
    400,
    'message.text',
    /must be of type string/,
  ],
  [
    'a page with sound',
    () => [payloadPart({ message: { text: 'x', action: 'page' } }), audioPart()],
    400,
    'audio',
    /does not belong/,
  ],
  [
    'a to-do with a file',
    () => [payloadPart({ message: { text: 'x', action: 'todo' } }), file],
    400,
    'file',
    /does not belong/,
  ],
  ['an empty file', () => [hello, filePart('', 'a.txt')], 400, 'file', /is empty/],
  ['empty sound', () => [hello, audioPart('')], 400, 'audio', /is empty/],
  ['sound with a path for a name', () => [hello, audioPart('x', '../a.mp3')], 400, 'audio', /path parts/],
  [
    'sound that is text',
    () => [hello, audioPart('not sound', 'a.mp3'), file],
    400,
    'audio',
    /must be sound.*text\/plain/,
  ],
  [
    'sound that is HTML',
    () => [hello, audioPart('<script>alert(1)</script>', 'a.mp3')],
    400,
    'audio',
    /must be sound.*text\/html/,
  ],
  [
    'sound that is a video',
    async () => [
      hello,
      audioPart(await makeRecording({ format: 'webm', seconds: 1, width: 64, height: 48 })),
    ],
    400,
    'audio',
    /must be sound.*video\/webm/,
  ],
  [
    'sound that is cut off',
    async () => [hello, audioPart(truncated(await makeRecording({ format: 'mp4', seconds: 1 }), 0.6)), file],
    400,
    'audio',
    /cut off/,
  ],
  [
    'a damaged PDF',
    () => [hello, audioPart(), filePart(truncated(makePdf({ pages: 3 }), 0.7))],
    400,
    'file',
    /cut off/,
  ],
  [
    'a file that is too large',
    () => [hello, filePart(Buffer.alloc(2 * MEBIBYTE + 1))],
    413,
    'file',
    /2097152 bytes at most/,
  ],
  [
    'files that are too large together',
    () => [hello, filePart(Buffer.alloc(MEBIBYTE)), audioPart(Buffer.alloc(MEBIBYTE + 1))],
    413,
    'audio',
    /all files have 2097152 bytes at most/,
  ],
  ['far more than is taken', () => [hello, filePart(Buffer.alloc(9 * MEBIBYTE))], 413, 'body', /too large/],
  [
    'an answer to nothing',
    () => [
      payloadPart({ message: { text: 'x' }, reply_to: { binder: { comment_id: 999 } } }),
      file,
      audioPart(),
    ],
    404,
    'reply_to.binder.comment_id',
    /names no message/,
  ],
  [
    'a mention of a stranger',
    () => [payloadPart({ message: { text: 'x', mentions: [cast.otherPartner.id] } }), file, audioPart()],
    412,
    'message.mentions[0]',
    /no member/,
  ],
];

for (const [title, make, status, path, message] of cases) {
  test(`[MSG-36] a form with ${title} is refused, and nothing is left of it`, async () => {
    const body = formOf(await make());
    await refused(() => sendForm(body), status, path, message);
  });
}

test('[MSG-36] a form that is cut off or names no boundary is refused', async () => {
  const whole = formOf([hello, file, audioPart()]);
  for (const length of [whole.length - 4, Math.floor(whole.length / 2), 90, 10])
    await refused(() => sendForm(whole.subarray(0, length)), 400, 'body', /is cut off/);
  const noBoundary = { 'content-type': 'multipart/form-data' };
  await refused(() => sendForm(whole, noBoundary), 400, 'Content-Type', /boundary/);
  await refused(
    () => sendForm(Buffer.alloc(0), { 'content-type': 'text/plain' }),
    400,
    '',
    /must be a JSON object/,
  );
});

const begin = (token: string, length: number, binderId = cast.binderId) =>
  rawRequest(service.origin, `POST /v1/${binderId}/messages HTTP/1.1`, {
    Authorization: `Bearer ${token}`,
    'Content-Type': FORM_TYPE,
    'Content-Length': String(length),
  });

test('[MSG-36] who may not write is refused before any byte of the form', async () => {
  const body = formOf([hello, filePart(Buffer.alloc(MEBIBYTE))]);
  const foreign = await service.make.binder(cast.otherPartner);
  for (const [token, binderId, expected] of [
    [cast.viewer.token, cast.binderId, 403],
    [cast.owner.readToken, cast.binderId, 403],
    [cast.otherPartner.token, cast.binderId, 403],
    [cast.owner.token, foreign, 403],
    [cast.owner.token, 'B0000000000000000000000', 404],
    ['unknown', cast.binderId, 401],
  ] as const) {
    const { socket, answer } = await begin(token, body.length, binderId);
    const { status } = await answer();
    assert.equal(status, expected);
    socket.destroy();
  }
  assert.deepEqual((await holdings(service, cast.binderId)).arriving, []);
});
