import assert from 'node:assert/strict';
import { botEvents } from '@ringbinder/protocol';
import { startService, type TestService } from '@ringbinder/testkit';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, test } from 'vitest';
import { audioPart, payloadPart } from '../../messages/testing/forms.ts';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../../pages/testing/form.ts';
import { type BotFixture, createBotFixture } from '../testing/bot-fixture.ts';
import { asCause } from '../testing/moves.ts';

let service: TestService;
let fixture: BotFixture;
let built: number;
beforeAll(async () => {
  service = await startService({ botLog: true });
  fixture = await createBotFixture(service);
  built = await fixture.install();
});
afterAll(() => service.close());

const path = () => `/${fixture.cast.binderId}/messages`;
const post = async (message: object, reply_to?: object): Promise<number> =>
  (await fixture.call(fixture.cast.editor, 'POST', path(), { message, reply_to })).binder_comment_id;
const postForm = async (json: object, ...parts: FormPart[]): Promise<number> => {
  const body = formOf([payloadPart(json), ...parts]);
  const { token } = fixture.cast.editor;
  const answer = await service.call('POST', path(), { token, body, headers: { 'content-type': FORM_TYPE } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.binder_comment_id;
};

async function expectComment(payload: { comment: object; reply_to?: object }, others = 0): Promise<void> {
  const { cast, bot } = fixture;
  const message = (await fixture.events(built, others + 1)).at(-1)?.message;
  built += others + 1;
  const expected = {
    message_id: message.message_id,
    message_type: 'comment_posted',
    binder_id: cast.binderId,
    client_id: bot.clientId,
    org_id: bot.orgId,
    event: {
      timestamp: message.event.timestamp,
      user: asCause(cast.editor),
      ...payload,
      target: { id: cast.binderId, object_type: 'binder' },
    },
  };
  assert.equal(JSON.stringify(message), JSON.stringify(expected));
  assert.ok(Compile(botEvents.comment_posted.schema).Check(message));
}

const answerTo = (id: number) => ({ binder: { comment_id: id } });

test('[EVENT-11] a message with rich text carries its BBCode, and so does an answer to it', async () => {
  const id = await post({ richtext: '[b]Hi[/b]' });
  const rich = { id: String(id), text: 'Hi', audio: null, richtext: '[b]Hi[/b]' };
  await expectComment({ comment: rich });
  const answer = await post({ richtext: '[i]Ho[/i]' }, answerTo(id));
  const comment = { id: String(answer), text: 'Ho', audio: null, richtext: '[i]Ho[/i]' };
  await expectComment({ comment, reply_to: rich });
});

test('[EVENT-11] [MSG-33] a message with sound carries its path, and so does an answer to it', async () => {
  const id = await postForm({ message: { richtext: '[u]Listen[/u]' } }, audioPart());
  const sound = { id: String(id), text: 'Listen', audio: `/v1${path()}/${id}/audio` };
  const spoken = { ...sound, richtext: '[u]Listen[/u]' };
  await expectComment({ comment: spoken });
  const silent = await postForm({ message: {}, reply_to: answerTo(id) }, audioPart());
  const comment = { id: String(silent), text: '', audio: `/v1${path()}/${silent}/audio` };
  await expectComment({ comment, reply_to: spoken });
  await fixture.call(fixture.cast.editor, 'POST', `${path()}/${id}`, { message: { text: 'Edited' } });
  const last = await post({ text: 'After' }, answerTo(id));
  const edited = { ...sound, text: 'Edited' };
  await expectComment({ comment: { id: String(last), text: 'After', audio: null }, reply_to: edited });
});

test('[EVENT-11] [MSG-32] a message with a file is told behind its file and pages, as any other', async () => {
  const first = await post({ text: 'Question' });
  const question = { id: String(first), text: 'Question', audio: null };
  await expectComment({ comment: question });
  const json = { message: { text: 'See' }, reply_to: answerTo(first) };
  const id = await postForm(json, filePart('notes', 'notes.txt'));
  const comment = { id: String(id), text: 'See', audio: null };
  await expectComment({ comment, reply_to: question }, 2);
});

test('[EVENT-11] an answer to a message that was deleted carries none', async () => {
  const first = await post({ text: 'Gone' });
  await expectComment({ comment: { id: String(first), text: 'Gone', audio: null } });
  // The log reader waits for this lock, and then finds the answered message already deleted.
  const answer = await service.env.db.transaction(async (tx) => {
    await tx.query('SELECT FROM bot_log_cursors WHERE binder_id = $1 FOR UPDATE', [fixture.cast.binderId]);
    const answer = await post({ text: 'To whom?' }, answerTo(first));
    await fixture.call(fixture.cast.editor, 'DELETE', `${path()}/${first}`);
    return answer;
  });
  await expectComment({ comment: { id: String(answer), text: 'To whom?', audio: null } });
});
