import assert from 'node:assert/strict';
import { type Cast, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../pages/testing/form.ts';
import { type Chat, createChat } from './testing/chat.ts';
import { audioPart, payloadPart } from './testing/forms.ts';

let cast: Cast;
let chat: Chat;
beforeAll(async () => {
  cast = await service.make.cast();
  chat = createChat(service, cast.binderId, cast.owner.token);
});

async function said(json: unknown) {
  const { status, body } = await chat.send(json);
  assert.equal(status, 200, JSON.stringify(body));
  const [message] = await chat.list();
  assert.ok(message);
  return message;
}

async function refused(json: unknown, field: string, status = 400) {
  const answer = await chat.send(json);
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.errors[0].path, field, answer.body.message);
}

test('[COMPAT-7] ids in reply_to may be decimal digits, as events of bots have them, and are shown as numbers', async () => {
  const first = await chat.post('first');
  const to = { binderId: cast.binderId, token: cast.owner.token };
  const { pages } = await uploadFile(service, to, 'a text', 'a.txt');
  const pageId = pages[0].id;
  const comment = { text: 'here', is_position_comment: true, x: 1, y: 1 };
  const path = `/${cast.binderId}/pages/${pageId}/comments`;
  const commented = await service.call('POST', path, { token: cast.owner.token, json: comment });
  const commentId = commented.body.data.comment_id;
  for (const [sent, shown] of [
    [{ binder: { comment_id: String(first) } }, { binder: { comment_id: first } }],
    [{ page: { id: String(pageId) } }, { page: { id: pageId } }],
    [
      { page: { id: String(pageId), position_comment_id: String(commentId) } },
      { page: { id: pageId, position_comment_id: commentId } },
    ],
  ] as const)
    assert.deepEqual((await said({ message: { text: 'reply' }, reply_to: sent })).reply_to, shown);
  const reply = (comment_id: unknown) => ({ message: { text: 'x' }, reply_to: { binder: { comment_id } } });
  for (const id of ['', '0', '-1', '01', '1.0', '1e3', '0x1', ' 1', '１', '9'.repeat(17), '9007199254740993'])
    await refused(reply(id), 'reply_to.binder.comment_id');
  await refused(reply('9007199254740991'), 'reply_to.binder.comment_id', 404);
  await refused(
    { message: { text: 'x' }, reply_to: { transaction: { id: '999999' } } },
    'reply_to.transaction.id',
    404,
  );
});

test('[COMPAT-8] fields that come without text and template are shown a line each', async () => {
  const fields = { title: 'Invoice', total: 7.5, paid: true, note: null, empty: '', html: '<b>{{total}}[b]' };
  const message = await said({ message: { fields } });
  assert.equal(message.text, 'title: Invoice\ntotal: 7.5\npaid: true\nhtml: <b>{{total}}[b]');
  assert.deepEqual([message.fields, message.html], [fields, undefined]);
  assert.equal((await said({ message: { fields, text: 'Only this' } })).text, 'Only this');
  assert.equal((await said({ message: { fields, richtext: '[b]That[/b]' } })).text, 'That');
  assert.equal(
    (await said({ message: { fields }, fields_template: [{ template: '{{title}}!' }] })).text,
    'Invoice!',
  );
  for (const nothing of [{}, { note: null }, { empty: '' }])
    await refused({ message: { fields: nothing } }, 'message.text');
  await refused({ message: { fields }, fields_template: [{ template: '{{unknown}}' }] }, 'message.text');
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 'x'.repeat(4_000)]));
  await refused({ message: { fields: long } }, 'message.text');
});

test('[COMPAT-9] a form may be a file or sound alone, without a payload', async () => {
  const send = (parts: FormPart[], headers = {}) =>
    service.call('POST', `/${cast.binderId}/messages`, {
      token: cast.editor.token,
      body: formOf(parts),
      headers: { 'content-type': FORM_TYPE, ...headers },
    });
  const file = await send([filePart('a text', 'a.txt')]);
  assert.equal(file.status, 200, JSON.stringify(file.body));
  const [withFile] = await chat.list();
  assert.deepEqual([withFile?.text, withFile?.file?.id], ['', file.body.data.file_id]);
  const key = { 'idempotency-key': 'sound-alone' };
  const sound = await send([audioPart()], key);
  assert.equal(sound.status, 200, JSON.stringify(sound.body));
  const [withSound] = await chat.list();
  assert.match(withSound?.audio ?? '', /\/audio$/);
  assert.deepEqual((await send([audioPart()], key)).body, sound.body);
  assert.equal((await send([payloadPart({ message: {} }), audioPart()], key)).status, 409);
  const none = await send([]);
  assert.deepEqual([none.status, none.body.errors[0].path], [400, 'payload']);
});

test('[COMPAT-10] a button without a type is a postback', async () => {
  const buttons = [
    { text: 'Yes' },
    { text: 'No', payload: { vote: 0 } },
    { type: 'account_link', text: 'Link' },
  ];
  // Buttons are for bots.
  const bot = await service.make.user({ isBot: true });
  const binderId = await service.make.binder(bot);
  const own = createChat(service, binderId, bot.token);
  const sent = await own.send({ message: { text: 'Vote', buttons } });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const [message] = await own.list();
  assert.deepEqual(
    message?.buttons?.map(({ type, text }) => [type, text]),
    [
      ['postback', 'Yes'],
      ['postback', 'No'],
      ['account_link', 'Link'],
    ],
  );
  const [{ payloads } = { payloads: null }] = await service.env.db.query<{ payloads: unknown }>(
    `SELECT jsonb_path_query_array(buttons, '$[*].payload') AS payloads FROM messages WHERE binder_id = $1 AND id = $2`,
    [binderId, message?.id],
  );
  assert.deepEqual(payloads, ['Yes', { vote: 0 }]);
  await refused({ message: { text: 'x', buttons: [{ type: null, text: 'x' }] } }, 'message.buttons[0].type');
  await refused({ message: { text: 'x', buttons: [{ type: 'url', text: 'x' }] } }, 'message.buttons[0].type');
});

test('[COMPAT-11] <image src> in a page template is read as <img src>, closed or not, and what follows it stays', async () => {
  const pageOf = async (picture: string) => {
    const template = `<h1>{{title}}</h1>${picture}<p>Below</p>`;
    const { body } = await chat.send({
      message: { action: 'page', fields: { title: 'Report' } },
      fields_template: [{ template_type: 'page', template }],
    });
    const path = `/${cast.binderId}/pagedownload/${body.data.page_id}`;
    return (await service.call('GET', path, { token: cast.owner.token })).body.data.page as string;
  };
  const expected = await pageOf('<img src="https://pictures.example/a.png">');
  assert.match(expected, /Report\s+Below/);
  for (const picture of [
    '<image src="https://pictures.example/a.png">',
    '<image src="https://pictures.example/a.png"/>',
    '<IMAGE SRC="https://pictures.example/a.png"></IMAGE>',
    '<image src="javascript:alert(1)" onerror="alert(1)">',
  ])
    assert.equal(await pageOf(picture), expected, picture);
});
