import { group } from '../check.ts';
import { data, holds, refused, same, status } from '../expect.ts';
import { makeWav } from '../fixtures/media.ts';
import { makePdf } from '../fixtures/pdf.ts';
import type { Caller } from '../people.ts';
import { count, filledText, list, object, text } from '../shape.ts';
import type { BinderFixture } from '../trial.ts';

const message = object(
  { id: count, text },
  { audio: filledText, file: object({ id: filledText, name: text, mime_type: text }) },
);
const posted = object({ binder_comment_id: count }, { file_id: filledText });
const entries = object({ entries: list(object({ kind: filledText })) });

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

export const messageForms = group('messages as forms', (check) => {
  check('MSG-22 MSG-32', 'a form brings a file, which becomes one of the binder', async (t) => {
    const fixture = await t.binder();
    const answer = await sendForm(fixture, t.editor, [['file', makePdf({ pages: 2 }), 'two.pdf'], hello]);
    const { binder_comment_id: id, file_id } = data(answer, posted);
    const said = data(await t.viewer.get(`${fixture.path}/messages/${id}`), message);
    same(said.file, { id: file_id, name: 'two.pdf', mime_type: 'application/pdf' }, 'the file', answer);
    same((await fixture.pages(`?file_id=${file_id}`)).length, 2, 'how many pages there are', answer);
    const log = data(await t.viewer.get(`${fixture.path}/feed`), entries).entries.slice(-4);
    const kinds = ['file_uploaded', 'page_created', 'page_created', 'message_posted'];
    same(
      log.map(({ kind }) => kind),
      kinds,
      'the log',
    );
  });

  check('MSG-33 MSG-34', 'sound is told by its bytes, and given to members', async (t) => {
    const fixture = await t.binder();
    const wav = makeWav();
    const { binder_comment_id: id } = data(
      await sendForm(fixture, t.editor, [hello, ['audio', wav, 'note.mp3']]),
      posted,
    );
    const { audio = '' } = data(await t.viewer.get(`${fixture.path}/messages/${id}`), message);
    const address = new URL(audio, t.connection.base).href;
    const sound = await t.viewer.get(address);
    status(sound, 200);
    holds(sound.bytes.equals(wav), 'the bytes as they came', sound.bytes.length, sound);
    status(await t.viewer.get(address, { range: 'bytes=0-3' }), 206);
    refused(await t.colleague.get(address), 403);
    refused(await sendForm(fixture, t.editor, [hello, ['audio', 'no sound', 'note.mp3']]), 400, 'audio');
  });

  check('MSG-35', 'with a file or sound a message needs no words', async (t) => {
    const fixture = await t.binder();
    const answer = await sendForm(fixture, t.editor, [silent, ['audio', makeWav(), 'a.wav']]);
    const { binder_comment_id: id } = data(answer, posted);
    same(data(await t.viewer.get(`${fixture.path}/messages/${id}`), message).text, '', 'the text');
    refused(await sendForm(fixture, t.editor, [silent]), 400, 'message.text');
  });

  check('MSG-36', 'a form that is wrong is refused by the name of its part', async (t) => {
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
    same((await fixture.messages()).length, 0, 'how many messages there are');
    same((await fixture.pages()).length, 0, 'how many pages there are');
  });

  check('MSG-37', 'a form that is sent again with its key is posted once', async (t) => {
    const fixture = await t.binder();
    const parts: Parts = [hello, ['file', makePdf(), 'one.pdf'], ['audio', makeWav(), 'a.wav']];
    const key = { 'idempotency-key': `form-${Date.now()}` };
    const first = data(await sendForm(fixture, t.editor, parts, key), posted);
    same(data(await sendForm(fixture, t.editor, parts, key), posted), first, 'the answer to the retry');
    same((await fixture.pages()).length, 1, 'how many pages there are');
    refused(await sendForm(fixture, t.editor, [hello], key), 409);
  });
});
