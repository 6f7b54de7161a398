import assert from 'node:assert/strict';
import { makeRecording, makeWav } from '@ringbinder/page-renderer/testing';
import { type Answer, type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createBotFixture } from '../bots/testing/bot-fixture.ts';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../pages/testing/form.ts';
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

test('[MSG-22] [MSG-32] [MSG-33] bots post forms as users do, and are told of those of others', async () => {
  const fixture = await createBotFixture(service);
  const installed = await fixture.install();
  const path = `/${fixture.cast.binderId}/messages`;
  const call = async (token: string) => {
    const body = formOf([payloadPart(hello), filePart('notes', 'notes.txt'), audioPart()]);
    const answer = await service.call('POST', path, { token, body, headers: { 'content-type': FORM_TYPE } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  await call(fixture.bot.token);
  const { binder_comment_id: id, file_id } = await call(fixture.cast.editor.token);
  const events = await fixture.events(installed, 3);
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
