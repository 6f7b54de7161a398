import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import { botOf } from '../operator.ts';
import type { Caller } from '../people.ts';

import type { BinderFixture } from '../trial.ts';

const test = checks('messages with form');

type RichMessage = {
  id: number;
  text: string;
  richtext?: string;
  html?: string;
  buttons?: { id: string; type: 'account_link' | 'postback'; text: string }[];
};
type Posted = { binder_comment_id?: number; page_id?: number; todo_id?: number };

const post = (fixture: BinderFixture, as: Caller, message: object, more: object = {}) =>
  as.post(`${fixture.path}/messages`, { message, ...more });

async function postAs(fixture: BinderFixture, as: Caller, message: object, more: object = {}) {
  const { binder_comment_id: id } = data<Posted>(await post(fixture, as, message, more));
  assert.ok(id !== undefined, 'a binder_comment_id');
  return data<RichMessage>(await as.get(`${fixture.path}/messages/${id}`));
}

test('[MSG-13] [MSG-14] rich text is given back, as safe HTML too', async (t) => {
  const fixture = await t.binder();
  const richtext = '[b]Total[/b] <script>alert(1)</script> [url=javascript:alert(1)]x[/url] [h1]y[/h1]';
  const sentMessage = await postAs(fixture, t.editor, { richtext });
  assert.deepEqual(sentMessage.richtext, richtext);
  const { html = '' } = sentMessage;
  assert.match(html, /<(b|strong|span)[^>]*>Total</);
  assert.doesNotMatch(html, /<script|javascript:|<h1/i);
  assert.ok(sentMessage.text.includes('Total'), 'its words as text');
});

test('[MSG-61] Markdown becomes rich text', async (t) => {
  const fixture = await t.binder();
  const markdown = '**Total** [x](https://a.example) [y](javascript:alert(1)) [u]z[/u]';
  const { richtext, html = '', text } = await postAs(fixture, t.editor, { markdown });
  assert.equal(richtext, '[b]Total[/b] [url=https://a.example]x[/url] y &#91;u]z&#91;/u]');
  assert.doesNotMatch(html, /javascript:|<u|underline/i);
  assert.equal(text, 'Total x y [u]z[/u]');
  refused(await post(fixture, t.editor, { markdown, richtext: 'x' }), 400, 'message.markdown');
});

test('[MSG-3] [MSG-15] [MSG-16] templates are filled in and escaped, and something must be said', async (t) => {
  const fixture = await t.binder();
  const fields = { name: '[b]Ada[/b]', sum: 7 };
  const template = 'For {{name}}: {{sum}}{{unknown}}{{constructor}}';
  const plain = await postAs(fixture, t.editor, { fields }, { fields_template: [{ template }] });
  assert.equal(plain.text, 'For [b]Ada[/b]: 7');
  const rich = await postAs(
    fixture,
    t.editor,
    { fields },
    { fields_template: [{ template_type: 'richtext', template }] },
  );
  assert.doesNotMatch(rich.html ?? '', /<(b|strong|span)/);
  const before = await fixture.seq();
  for (const [message, more] of [
    [{}, {}],
    [{ text: '' }, {}],
    [{ richtext: '' }, {}],
    [{ fields: {} }, {}],
    [{ fields: { a: null } }, {}],
    [{ fields: {} }, { fields_template: [{ template: '{{a}}' }] }],
    [{}, { fields_template: [{}] }],
  ])
    refused(await post(fixture, t.editor, message ?? {}, more), 400, 'message.text');
  assert.equal(await fixture.seq(), before);
});

test('[MSG-13] [MSG-15] [MSG-17] [MSG-19] a part of a message that cannot be is named', async (t) => {
  const bot = await botOf(t);
  const fixture = await t.binder();
  done(await t.owner.post(`${fixture.path}/addorguser`, { users: [{ user: { id: bot.id } }] }));
  const button = { type: 'postback', text: 'x' };
  const long = { a: 'y'.repeat(4000) };
  const cases: [field: string, message: object, more?: object][] = [
    ['message.richtext', { richtext: '[b]'.repeat(40) }],
    ['message.richtext', { richtext: 'x'.repeat(65_537) }],
    ['message.richtext', { richtext: 7 }],
    ['message.action', { text: 'x', action: 'shout' }],
    ['message.fields.a', { text: 'x', fields: { a: { b: 1 } } }],
    ['message.fields', { text: 'x', fields: [] }],
    ['message.buttons[0].type', { text: 'x', buttons: [{ type: 'submit', text: 'x' }] }],
    ['message.buttons[0].text', { text: 'x', buttons: [{ type: 'postback' }] }],
    ['message.buttons', { text: 'x', buttons: Array(21).fill(button) }],
    ['message.buttons', { text: 'x', action: 'todo', buttons: [button] }],
    ['message.text', { buttons: [button] }],
    ['fields_template[0].template_type', { text: 'x' }, { fields_template: [{ template_type: 'pdf' }] }],
    ['fields_template', { text: 'x' }, { fields_template: {} }],
    ['message.text', { text: 'x', fields: long }, { fields_template: [{ template: '{{a}}'.repeat(20) }] }],
    ['reply_to', { text: 'x', action: 'page' }, { reply_to: { binder: { comment_id: 1 } } }],
  ];
  for (const [field, message, more] of cases) refused(await post(fixture, bot, message, more), 400, field);
  const carrying = (payload: unknown) => ({ text: 'x', buttons: [button, { ...button, payload }] });
  for (const [payload, place] of [
    ['\u0000', ''],
    [{ a: '\u0000' }, '.a'],
    [{ '\u0000': 1 }, ''],
    [['\ud800'], '[0]'],
    ['x'.repeat(16_383), ''],
  ] as const)
    refused(await post(fixture, bot, carrying(payload)), 400, `message.buttons[1].payload${place}`);
  assert.deepEqual(await fixture.messages(), []);
  for (const payload of ['x'.repeat(16_382), '\\u0000 😀']) data(await post(fixture, bot, carrying(payload)));
});

test('[MSG-17] [MSG-18] an action makes a page or a to-do of a message', async (t) => {
  const fixture = await t.binder();
  const page = data<Posted>(await post(fixture, t.editor, { action: 'page', text: 'Minutes' }));
  const [rendered] = await fixture.pages(`?filter=${page.page_id}`);
  assert.equal(rendered?.type, 'PAGE_TYPE_NOTE');
  const todo = data<Posted>(
    await post(fixture, t.editor, { action: 'todo', text: 'Call', richtext: '[i]now[/i]' }),
  );
  const [last] = (await fixture.todos()).slice(-1);
  assert.deepEqual([last?.id, last?.name, last?.description], [todo.todo_id, 'Call', 'now']);
  assert.equal((await fixture.messages()).length, 0);
});

test('[MSG-19] [MSG-20] [MSG-21] [MSG-38] [EVENT-21] [BOT-11] [BOT-12] a button sends what it carries', async (t) => {
  const bot = await botOf(t, { events: ['bot_postback'] });
  const fixture = await t.binder();
  await t.owner.post(`${fixture.path}/addorguser`, { users: [{ user: { id: bot.id } }] });
  const payload = { order: 7, list: [1, 'two', null] };
  const buttons = [
    { type: 'postback', text: 'Yes', payload },
    { type: 'postback', text: 'No' },
    { type: 'account_link', text: 'Link' },
  ];
  const sentMessage = await postAs(fixture, bot, { text: 'Agreed?', buttons });
  assert.deepEqual(
    sentMessage.buttons?.map(({ type, text }) => ({ type, text })),
    buttons.map(({ type, text }) => ({ type, text })),
  );
  for (const { id, type } of sentMessage.buttons ?? []) {
    const answer = await t.viewer.post(`${fixture.path}/messages/${sentMessage.id}/buttons/${id}`, {});
    if (type === 'account_link') refused(answer, 412);
    else assert.deepEqual(data(answer), {});
  }
  refused(
    await t.sameOrg.post(
      `${fixture.path}/messages/${sentMessage.id}/buttons/${sentMessage.buttons?.[0]?.id}`,
      {},
    ),
    403,
  );
  for (const missing of [`${sentMessage.id}/buttons/none`, '999999/buttons/1'])
    refused(await t.viewer.post(`${fixture.path}/messages/${missing}`, {}), 404);
  const events = await bot.events(0, 2);
  assert.deepEqual(
    events.map(({ message }) => message.event.postback),
    [
      { text: 'Yes', payload },
      { text: 'No', payload: 'No' },
    ],
  );
  for (const { message } of events) {
    assert.deepEqual(message.event.user, { id: t.viewer.id, name: t.viewer.name });
    assert.deepEqual(message.event.reply_to, { id: String(sentMessage.id), text: 'Agreed?', audio: null });
  }
  for (const person of [t.editor, t.owner])
    for (const button of buttons)
      refused(await post(fixture, person, { text: 'x', buttons: [button] }), 400, 'message.buttons');
  await postAs(fixture, t.editor, { text: 'no button', buttons: [] });
  done(await bot.post(`${fixture.path}/removeuser`, { id: bot.id }));
  refused(
    await t.viewer.post(
      `${fixture.path}/messages/${sentMessage.id}/buttons/${sentMessage.buttons?.[0]?.id}`,
      {},
    ),
    412,
  );
});
