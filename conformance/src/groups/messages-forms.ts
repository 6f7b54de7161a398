import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, pluck, refused, status } from '../expect.ts';
import { makeWav } from '../fixtures/media.ts';
import { makePdf } from '../fixtures/pdf.ts';
import type { Caller } from '../people.ts';

import type { BinderFixture } from '../trial.ts';

const test = checks('messages as forms');

type Message = {
  id: number;
  text: string;
  audio?: string;
  file?: { id: string; name: string; mime_type: string };
};
type Posted = { binder_comment_id: number; file_id?: string };
type Entries = { entries: { kind: string }[] };

/** The parts of a form: text, or bytes with a file name. */
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
  const answer = await sendForm(fixture, t.editor, [['file', makePdf({ pages: 2 }), 'two.pdf'], hello]);
  const { binder_comment_id: id, file_id } = data<Posted>(answer);
  const said = data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  assert.deepEqual(said.file, { id: file_id, name: 'two.pdf', mime_type: 'application/pdf' });
  assert.equal((await fixture.pages(`?file_id=${file_id}`)).length, 2);
  const log = data<Entries>(await t.viewer.get(`${fixture.path}/feed`)).entries.slice(-4);
  const kinds = ['file_uploaded', 'page_created', 'page_created', 'message_posted'];
  assert.deepEqual(pluck(log, 'kind'), kinds);
});

test('[MSG-33] [MSG-34] sound is told by its bytes, and given to members', async (t) => {
  const fixture = await t.binder();
  const wav = makeWav();
  const { binder_comment_id: id } = data<Posted>(
    await sendForm(fixture, t.editor, [hello, ['audio', wav, 'note.mp3']]),
  );
  const { audio = '' } = data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  const address = new URL(audio, t.connection.base).href;
  const sound = await t.viewer.get(address);
  status(sound, 200);
  assert.ok(sound.bytes.equals(wav), 'the bytes as they came');
  status(await t.viewer.get(address, { range: 'bytes=0-3' }), 206);
  refused(await t.colleague.get(address), 403);
  refused(await sendForm(fixture, t.editor, [hello, ['audio', 'no sound', 'note.mp3']]), 400, 'audio');
});

test('[MSG-35] with a file or sound a message needs no words', async (t) => {
  const fixture = await t.binder();
  const answer = await sendForm(fixture, t.editor, [silent, ['audio', makeWav(), 'a.wav']]);
  const { binder_comment_id: id } = data<Posted>(answer);
  assert.equal(data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`)).text, '');
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
