import assert from 'node:assert/strict';
import { makePdf, makeRecording, makeWav } from '@ringbinder/page-renderer/testing';
import { type Answer, type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createBotFixture } from '../bots/testing/bot-fixture.ts';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../pages/testing/form.ts';
import { holdings } from '../pages/testing/upload.ts';
import { type Chat, createChat } from './testing/chat.ts';
import { audioPart, payloadPart } from './testing/forms.ts';

let service: TestService;
let cast: Cast;
let chat: Chat;
beforeAll(async () => {
  service = await startService({ botLog: true });
  cast = await service.make.cast();
  chat = createChat(service, cast.binderId, cast.owner.token);
});
afterAll(() => service.close());

const send = (
  parts: FormPart[],
  headers: Record<string, string> = {},
  { token }: { token: string } = cast.editor,
): Promise<Answer> =>
  service.call('POST', `/${cast.binderId}/messages`, {
    token,
    body: formOf(parts),
    headers: { 'content-type': FORM_TYPE, ...headers },
  });
const posted = async (parts: FormPart[], headers: Record<string, string> = {}) => {
  const { status, body } = await send(parts, headers);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const hello = { message: { text: 'Hello' } };
const audioOf = (id: number) => `/${cast.binderId}/messages/${id}/audio`;

test('[MSG-22] [MSG-32] a form posts the message of its payload, with a file that becomes one of the binder and its pages', async () => {
  const { seq: before } = await posted([payloadPart(hello)]);
  const bytes = makePdf({ pages: 2 });
  const answer = await posted([
    filePart(bytes, 'Übersicht.pdf'),
    payloadPart({ message: { text: 'See', mentions: [cast.viewer.id] } }),
  ]);
  const file = { id: answer.file_id, name: 'Übersicht.pdf', mime_type: 'application/pdf' };
  const [message] = await chat.list();
  assert.deepEqual(
    [message?.id, message?.text, message?.mentions, message?.file, message?.audio],
    [answer.binder_comment_id, 'See', [cast.viewer.id], file, undefined],
  );
  assert.deepEqual((await chat.get(answer.binder_comment_id)).body.data, message);
  const entries = await chat.log(before);
  const kinds = ['file_uploaded', 'page_created', 'page_created', 'message_posted'];
  assert.deepEqual(
    entries.map(({ seq, kind }) => [seq, kind]),
    kinds.map((kind, index) => [before + index + 1, kind]),
  );
  assert.deepEqual(entries.at(-1)?.body, {
    id: answer.binder_comment_id,
    text: 'See',
    mentions: [cast.viewer.id],
    file,
  });
  assert.equal(answer.seq, before + 4);
  const token = cast.viewer.token;
  const { body } = await service.call('GET', `/${cast.binderId}/files`, { token });
  const listed = body.data.files.find(({ id }: { id: string }) => id === answer.file_id);
  assert.deepEqual(
    [listed.name, listed.size, listed.total_pages, listed.user.id],
    ['Übersicht.pdf', bytes.length, 2, cast.editor.id],
  );
  const download = await service.call('GET', `/${cast.binderId}/files/${answer.file_id}`, { token });
  assert.ok(download.bytes.equals(bytes));
});

test('[MSG-22] the payload is taken as a field, as a field of JSON and as a file, and is the JSON of the plain body', async () => {
  const fields = { a: 1 };
  const json = JSON.stringify({ message: { richtext: '[b]x[/b]', fields } });
  const asBlob = { disposition: '; name="payload"; filename="blob"', type: 'application/json', data: json };
  for (const part of [payloadPart(json), payloadPart(json, 'application/json'), asBlob]) {
    const { binder_comment_id: id } = await posted([part]);
    const message = (await chat.get(id)).body.data;
    assert.deepEqual([message.text, message.richtext, message.fields], ['x', '[b]x[/b]', fields]);
  }
  const reply_to = { binder: { comment_id: (await posted([payloadPart(hello)])).binder_comment_id } };
  const { binder_comment_id: answer } = await posted([payloadPart({ ...hello, reply_to }), audioPart()]);
  assert.deepEqual((await chat.get(answer)).body.data.reply_to, reply_to);
  const todo = await posted([payloadPart({ message: { text: 'Call', action: 'todo' } })]);
  assert.equal(typeof todo.todo_id, 'number');
});

test('[MSG-33] sound belongs to the message: its path is in lists, by itself and in the log, and it is no file of the binder', async () => {
  const before = await holdings(service, cast.binderId);
  const { binder_comment_id: id, seq } = await posted([payloadPart(hello), audioPart()]);
  const path = `/v1${audioOf(id)}`;
  const [message] = await chat.list();
  assert.deepEqual([message?.id, message?.audio, message?.file], [id, path, undefined]);
  assert.deepEqual((await chat.get(id)).body.data, message);
  const [entry] = await chat.log(seq - 1);
  assert.deepEqual(entry?.body, { id, text: 'Hello', audio: path });
  const { rows } = await holdings(service, cast.binderId);
  assert.deepEqual([rows.files, rows.pages], [before.rows.files, before.rows.pages]);
  assert.equal((await chat.edit(id, { text: 'Edited' }, cast.editor.token)).status, 200);
  assert.equal((await chat.get(id)).body.data.audio, path, 'the words change, the sound stays');
});

test('[MSG-33] sound is downloaded by who may read, whole or in part, and does nothing in a browser', async () => {
  const wav = makeWav({ seconds: 2 });
  const { binder_comment_id: id } = await posted([payloadPart(hello), audioPart(wav, 'Grüße.wav')]);
  const get = (token: string, headers: Record<string, string> = {}) =>
    service.call('GET', audioOf(id), { token, headers });
  for (const { token } of [cast.owner, cast.editor, cast.viewer]) {
    const answer = await get(token);
    assert.equal(answer.status, 200);
    assert.ok(answer.bytes.equals(wav));
  }
  const { headers } = await get(cast.owner.readToken);
  assert.equal(headers.get('content-type'), 'audio/wav');
  assert.match(
    headers.get('content-disposition') ?? '',
    /^inline; filename=.*filename\*=UTF-8''Gr%C3%BC%C3%9Fe\.wav$/,
  );
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'");
  const part = await get(cast.viewer.token, { range: 'bytes=4-7' });
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 4-7/${wav.length}`]);
  assert.ok(part.bytes.equals(wav.subarray(4, 8)));
  assert.equal((await get(cast.viewer.token, { range: `bytes=${wav.length}-` })).status, 416);
  assert.equal((await get(cast.viewer.token, { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
  for (const { token } of [cast.colleague, cast.neighbour, cast.stranger])
    assert.equal((await get(token)).status, 403);
  assert.equal((await service.call('GET', audioOf(id), {})).status, 401);
  const { binder_comment_id: silent } = await posted([payloadPart(hello)]);
  for (const without of [silent, 999_999])
    assert.equal((await service.call('GET', audioOf(without), { token: cast.owner.token })).status, 404);
  assert.equal((await chat.remove(id, cast.editor.token)).status, 200);
  assert.equal((await get(cast.owner.token)).status, 404, 'with the message its sound is gone');
});

test('[MSG-34] sound is told by its bytes: WAV, and M4A and WebM without a picture', async () => {
  const recordings: [string, Buffer, string][] = [
    ['a.mp3', makeWav({ seconds: 1 }), 'audio/wav'],
    ['a.bin', await makeRecording({ format: 'mp4', seconds: 1 }), 'audio/mp4'],
    ['a.weba', await makeRecording({ format: 'webm', seconds: 1 }), 'audio/webm'],
  ];
  for (const [name, bytes, type] of recordings) {
    const { binder_comment_id: id } = await posted([payloadPart(hello), audioPart(bytes, name)]);
    const { headers } = await service.call('GET', audioOf(id), { token: cast.owner.token });
    assert.equal(headers.get('content-type'), type, name);
  }
});

test('[MSG-35] with a file or sound a message needs no words', async () => {
  for (const part of [filePart('text', 'a.txt'), audioPart()]) {
    const { binder_comment_id: id } = await posted([payloadPart({ message: {} }), part]);
    assert.equal((await chat.get(id)).body.data.text, '');
  }
  const { status, body } = await send([payloadPart({ message: {} })]);
  assert.deepEqual([status, body.errors[0].path], [400, 'message.text']);
});

test('[MSG-22] [MSG-32] [MSG-33] bots post forms as users do, and are told of those of others', async () => {
  const fixture = await createBotFixture(service);
  const told = await fixture.install();
  const path = `/${fixture.cast.binderId}/messages`;
  const call = async (token: string) => {
    const body = formOf([payloadPart(hello), filePart('notes', 'notes.txt'), audioPart()]);
    const answer = await service.call('POST', path, { token, body, headers: { 'content-type': FORM_TYPE } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  await call(fixture.bot.token);
  const { binder_comment_id: id, file_id } = await call(fixture.cast.editor.token);
  const events = await fixture.events(told, 3);
  const audio = `/v1${path}/${id}/audio`;
  assert.deepEqual(
    events.map(({ message: { message_type, event } }) => [
      message_type,
      event.file ?? event.page?.type ?? event.comment,
    ]),
    [
      ['file_uploaded', { id: file_id, name: 'notes.txt', mimeType: 'text/plain' }],
      ['page_created', 'PAGE_TYPE_NOTE'],
      ['comment_posted', { id: String(id), text: 'Hello', audio }],
    ],
  );
  const sound = await fetch(new URL(audio, service.env.baseUrl()), {
    headers: { authorization: `Bearer ${fixture.bot.token}` },
  });
  assert.deepEqual([sound.status, sound.headers.get('content-type')], [200, 'audio/wav']);
});
