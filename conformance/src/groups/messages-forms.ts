import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused, status } from '../expect.ts';
import { makeWav } from '../fixtures/media.ts';
import { makePdf } from '../fixtures/pdf.ts';
import type { Caller } from '../people.ts';

import type { BinderFixture } from '../trial.ts';
import type { Message, StoredFile } from '../types.ts';

const test = checks('messages as forms');

type Posted = { binder_comment_id: number; file_id?: string };
type Parts = [part: string, content: string | Buffer, name?: string][];

function sendForm(fixture: BinderFixture, as: Caller, parts: Parts, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [part, content, name] of parts) {
    if (name === undefined) body.append(part, String(content));
    else body.append(part, new File([new Uint8Array(Buffer.from(content))], name));
  }
  return as.send('POST', `${fixture.path}/messages`, { body, headers });
}

const hello: Parts[number] = ['payload', JSON.stringify({ message: { text: 'Hello' } })];
const silent: Parts[number] = ['payload', JSON.stringify({ message: {} })];

test('[MSG-22] [MSG-32] a form brings a file, which becomes one of the binder', async (t) => {
  const fixture = await t.binder();
  const pdf = makePdf({ pages: 2 });
  const seq = await fixture.seq();
  const message = { text: 'See', mentions: [t.viewer.id] };
  const parts: Parts = [
    ['file', pdf, 'Übersicht.pdf'],
    ['payload', JSON.stringify({ message })],
  ];
  const { binder_comment_id: id, file_id } = data<Posted>(await sendForm(fixture, t.editor, parts));
  const sentMessage = data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  const file = { id: file_id, name: 'Übersicht.pdf', mime_type: 'application/pdf' };
  assert.deepEqual(
    [sentMessage.file, sentMessage.mentions, sentMessage.audio],
    [file, message.mentions, undefined],
  );
  assert.deepEqual(await fixture.messages(), [sentMessage]);
  assert.equal((await fixture.pages(`?file_id=${file_id}`)).length, 2);
  const log = await fixture.entries(seq);
  const kinds = ['file_uploaded', 'page_created', 'page_created', 'message_posted'];
  assert.deepEqual(pluck(log, 'kind'), kinds);
  assert.deepEqual(log.at(-1)?.body, { id, ...message, file });
  const [listedFile] = listed<StoredFile>(await t.viewer.get(`${fixture.path}/files`));
  assert.deepEqual([listedFile?.size, listedFile?.user.id], [pdf.length, t.editor.id]);
  assert.ok(
    (await t.viewer.get(`${fixture.path}/files/${file_id}`)).bytes.equals(pdf),
    'the bytes of the file',
  );
});

test('[MSG-33] [MSG-34] sound is told by its bytes, and given to members', async (t) => {
  const fixture = await t.binder();
  const wav = makeWav();
  const { binder_comment_id: id } = data<Posted>(
    await sendForm(fixture, t.editor, [hello, ['audio', wav, 'Grüße.mp3']]),
  );
  const path = `${fixture.path}/messages/${id}`;
  const sentMessage = data<Message>(await t.viewer.get(path));
  assert.deepEqual(await fixture.messages(), [sentMessage]);
  assert.deepEqual((await fixture.entries()).at(-1)?.body, { id, text: 'Hello', audio: sentMessage.audio });
  assert.deepEqual([sentMessage.file, listed(await t.viewer.get(`${fixture.path}/files`))], [undefined, []]);
  data(await t.editor.post(path, { message: { text: 'Edited' } }));
  assert.equal(
    data<Message>(await t.viewer.get(path)).audio,
    sentMessage.audio,
    'the sound of an edited message',
  );
  const get = (as: Caller = t.viewer, headers = {}) => as.get(`${path}/audio`, headers);
  const sound = await get();
  status(sound, 200);
  assert.ok(sound.bytes.equals(wav), 'the bytes as they came');
  assert.ok(sentMessage.audio?.endsWith(`${path}/audio`), 'its path');
  const header = (name: string) => sound.headers.get(name) ?? '';
  assert.deepEqual([header('content-type'), header('x-content-type-options')], ['audio/wav', 'nosniff']);
  assert.match(header('content-security-policy'), /^(?=.*sandbox).*default-src 'none'/);
  assert.match(header('content-disposition'), /^inline; .*filename\*=UTF-8''Gr%C3%BC%C3%9Fe\.mp3$/);
  const part = await get(t.viewer, { range: 'bytes=4-7' });
  assert.deepEqual([part.status, part.bytes], [206, wav.subarray(4, 8)]);
  status(await get(t.viewer, { range: `bytes=${wav.length}-` }), 416);
  status(await get(t.viewer, { 'if-none-match': header('etag') }), 304);
  for (const person of [t.sameOrg, t.outsider]) refused(await get(person), 403);
  refused(await get(t.nobody), 401);
  refused(await t.viewer.get(`${fixture.path}/messages/${await fixture.postText('silent')}/audio`), 404);
  done(await t.editor.delete(path));
  refused(await get(), 404);
  refused(await sendForm(fixture, t.editor, [hello, ['audio', 'no sound', 'note.mp3']]), 400, 'audio');
});

test('[MSG-35] with a file or sound a message needs no words', async (t) => {
  const fixture = await t.binder();
  for (const part of [
    ['audio', makeWav(), 'a.wav'],
    ['file', 'text', 'a.txt'],
  ] satisfies Parts)
    data(await sendForm(fixture, t.editor, [silent, part]));
  assert.deepEqual(pluck(await fixture.messages(), 'text'), ['', '']);
  refused(await sendForm(fixture, t.editor, [silent]), 400, 'message.text');
});

test('[MSG-36] a form that is wrong is refused by the name of its part', async (t) => {
  const fixture = await t.binder();
  const file: Parts[number] = ['file', 'text', 'a.txt'];
  const cases: [Parts, string][] = [
    [[['payload', '{'], file], 'payload'],
    [[['payload', '{}'], file], 'message'],
    [[hello, file, file], 'file'],
    [[hello, ['video', 'text', 'a.txt']], 'video'],
    [[hello, ['file', '', 'a.txt']], 'file'],
  ];
  for (const [parts, field] of cases) refused(await sendForm(fixture, t.editor, parts), 400, field);
  refused(await sendForm(fixture, t.viewer, [hello, file]), 403);
  assert.equal((await fixture.messages()).length, 0);
  assert.equal((await fixture.pages()).length, 0);
});

test('[MSG-37] a form that is sent again with its key is posted once', async (t) => {
  const fixture = await t.binder();
  const parts: Parts = [hello, ['file', makePdf(), 'one.pdf'], ['audio', makeWav(), 'a.wav']];
  const key = { 'idempotency-key': `form-${Date.now()}` };
  const first = data<Posted>(await sendForm(fixture, t.editor, parts, key));
  assert.deepEqual(data<Posted>(await sendForm(fixture, t.editor, parts, key)), first);
  assert.equal((await fixture.pages()).length, 1);
  refused(await sendForm(fixture, t.editor, [hello], key), 409);
});
