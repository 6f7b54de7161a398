import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, refused } from '../expect.ts';
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

async function say(fixture: BinderFixture, as: Caller, message: object, more: object = {}) {
  const { binder_comment_id: id } = data<Posted>(await post(fixture, as, message, more));
  assert.ok(id !== undefined, 'a binder_comment_id');
  return data<RichMessage>(await as.get(`${fixture.path}/messages/${id}`));
}

test('[MSG-13] [MSG-14] rich text is given back, as safe HTML too', async (t) => {
  const fixture = await t.binder();
  const richtext = '[b]Total[/b] <script>alert(1)</script> [url=javascript:alert(1)]x[/url] [h1]y[/h1]';
  const said = await say(fixture, t.editor, { richtext });
  assert.deepEqual(said.richtext, richtext);
  const { html = '' } = said;
  assert.match(html, /<(b|strong|span)[^>]*>Total</);
  assert.doesNotMatch(html, /<script|javascript:|<h1/i);
  assert.ok(said.text.includes('Total'), 'its words as text');
});

test('[MSG-3] [MSG-15] [MSG-16] templates are filled in and escaped, and something must be said', async (t) => {
  const fixture = await t.binder();
  const fields = { name: '[b]Ada[/b]', sum: 7 };
  const template = 'For {{name}}: {{sum}}{{unknown}}{{constructor}}';
  const plain = await say(fixture, t.editor, { fields }, { fields_template: [{ template }] });
  assert.equal(plain.text, 'For [b]Ada[/b]: 7');
  const rich = await say(
    fixture,
    t.editor,
    { fields },
    { fields_template: [{ template_type: 'richtext', template }] },
  );
  assert.doesNotMatch(rich.html ?? '', /<(b|strong|span)/);
  for (const message of [{}, { fields: {} }, { text: '' }])
    refused(await post(fixture, t.editor, message), 400);
  refused(await post(fixture, t.editor, { text: 'x', fields: { a: {} } }), 400);
});

test('[MSG-17] [MSG-18] an action makes a page or a to-do of a message', async (t) => {
  const fixture = await t.binder();
  const page = data<Posted>(await post(fixture, t.editor, { action: 'page', text: 'Minutes' }));
  const [made] = await fixture.pages(`?filter=${page.page_id}`);
  assert.equal(made?.type, 'PAGE_TYPE_NOTE');
  const todo = data<Posted>(
    await post(fixture, t.editor, { action: 'todo', text: 'Call', richtext: '[i]now[/i]' }),
  );
  const [last] = (await fixture.todos()).slice(-1);
  assert.deepEqual([last?.id, last?.name, last?.description], [todo.todo_id, 'Call', 'now']);
  assert.equal((await fixture.messages()).length, 0);
  refused(await post(fixture, t.editor, { text: 'x', action: 'shout' }), 400, 'message.action');
});

test('[MSG-19] [MSG-20] [MSG-21] [MSG-38] [EVENT-21] [BOT-11] [BOT-12] a button sends what it carries', async (t) => {
  const bot = await botOf(t, { events: ['bot_postback'] });
  const fixture = await t.binder();
  await t.owner.post(`${fixture.path}/addorguser`, { users: [{ user: { id: bot.id } }] });
  const buttons = [
    { type: 'postback', text: 'Yes', payload: { order: 7 } },
    { type: 'postback', text: 'No' },
    { type: 'account_link', text: 'Link' },
  ];
  const said = await say(fixture, bot, { text: 'Agreed?', buttons });
  assert.deepEqual(
    said.buttons?.map(({ type, text }) => ({ type, text })),
    buttons.map(({ type, text }) => ({ type, text })),
  );
  for (const { id, type } of said.buttons ?? []) {
    const answer = await t.viewer.post(`${fixture.path}/messages/${said.id}/buttons/${id}`, {});
    // The bot of this check has no address to which a link could lead.
    if (type === 'account_link') refused(answer, 412);
    else data(answer);
  }
  refused(
    await t.colleague.post(`${fixture.path}/messages/${said.id}/buttons/${said.buttons?.[0]?.id}`, {}),
    403,
  );
  refused(await t.viewer.post(`${fixture.path}/messages/${said.id}/buttons/none`, {}), 404);
  const told = await bot.events(0, 2);
  assert.deepEqual(
    told.map(({ message }) => message.event.postback),
    [
      { text: 'Yes', payload: { order: 7 } },
      { text: 'No', payload: 'No' },
    ],
  );
  assert.deepEqual(
    told.map(({ message }) => (message.event.reply_to as { id?: string } | undefined)?.id),
    [String(said.id), String(said.id)],
  );
  refused(await post(fixture, t.editor, { text: 'x', buttons }), 400, 'message.buttons');
  refused(
    await post(fixture, bot, { text: 'x', buttons: [{ type: 'other', text: 'x' }] }),
    400,
    'message.buttons[0].type',
  );
});
