import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type BotChat, startBotChat } from './testing/bot-chat.ts';

let chat: BotChat;
beforeAll(async () => {
  chat = await startBotChat();
});
afterAll(() => chat.service.close());

test('[MSG-13] rich text is given back as it was sent, as safe HTML, and as words', async () => {
  const { cast, posted, latest } = chat;
  await posted({ richtext: '[b]Total[/b]\n<script>[i]9[/i]' });
  const { text, richtext, html } = await latest();
  assert.equal(richtext, '[b]Total[/b]\n<script>[i]9[/i]');
  assert.equal(
    html,
    '<span style="font-weight:bold">Total</span><br />&lt;script&gt;<span style="font-style:italic">9</span>',
  );
  assert.equal(text, 'Total\n<script>9');
  await posted({ text: 'plain', richtext: '[b]rich[/b]' });
  assert.equal((await latest()).text, 'plain');
  await posted({ text: 'nothing more' }, {}, cast.editor.token);
  assert.deepEqual(Object.keys(await latest()).sort(), [
    'created_time',
    'id',
    'text',
    'updated_time',
    'user',
  ]);
});

test('[MSG-15] [MSG-16] templates know {{name}} only, and values are escaped for where they land', async () => {
  const { posted, latest } = chat;
  const fields = { name: '[b]<i>Ada</i>[/b]', sum: 12.5, ok: true, none: null, 'a.b-c_1': 'x' };
  const template =
    '{{name}}|{{ sum }}|{{ok}}|{{none}}|{{unknown}}|{{a.b-c_1}}|{{constructor}}|{{{sum}}}|{{#sum}}x{{/sum}}';
  const filled = '[b]<i>Ada</i>[/b]|12.5|true|||x||{12.5}|{{#sum}}x{{/sum}}';
  await posted({ fields }, { fields_template: [{ template }] });
  assert.equal((await latest()).text, filled);
  await posted({ fields }, { fields_template: [{ template_type: 'text', template }] });
  assert.equal((await latest()).text, filled);
  assert.deepEqual((await latest()).fields, fields);
  await posted({ fields }, { fields_template: [{ template_type: 'richtext', template: '[u]{{name}}[/u]' }] });
  const rich = await latest();
  assert.equal(
    rich.html,
    '<span style="text-decoration:underline">[b]&lt;i&gt;Ada&lt;/i&gt;[/b]</span>',
    'the value brings no tag along',
  );
  assert.equal(rich.text, '[b]<i>Ada</i>[/b]');
  await posted({ text: 'first', fields }, { fields_template: [{ template: 'second {{sum}}' }] });
  assert.equal((await latest()).text, 'first\nsecond 12.5');
});

const PAGE = `<h1>For {{who}}</h1><script>x</script>
  <section>Agreed:<ul><li>nothing</li> <li><b>yet</b></li></ul></section>
  <table><tr><td>A</td><td>1</td></tr><tr><td>B</td><td>2</td></tr></table>
  <style>p { color: red }</style><p onclick="x">At last.</p>`;

test('[MSG-17] [MSG-18] with action page the message becomes a NOTE page, with action todo a to-do', async () => {
  const { service, cast, posted, latest } = chat;
  const before = (await latest()).id;
  const page = await posted({ action: 'page', richtext: '[b]Minutes[/b]\nAll agreed.' });
  assert.deepEqual(Object.keys(page).sort(), ['created_time', 'page_id']);
  const pages = await service.call('GET', `/${cast.binderId}/pages?filter=${page.page_id}`, {
    token: cast.viewer.token,
  });
  assert.equal(pages.body.data.pages[0].type, 'PAGE_TYPE_NOTE');
  const content = await service.call('GET', `/${cast.binderId}/pagedownload/${page.page_id}`, {
    token: cast.viewer.token,
  });
  assert.equal(content.body.data.page, 'Minutes\nAll agreed.');
  const created = await posted(
    { action: 'page', fields: { who: '<b>Ada</b>' } },
    { fields_template: [{ template_type: 'page', template: PAGE }] },
  );
  const second = await service.call('GET', `/${cast.binderId}/pagedownload/${created.page_id}`, {
    token: cast.viewer.token,
  });
  assert.equal(second.body.data.page, 'For <b>Ada</b>\nAgreed:\nnothing\nyet\nA 1\nB 2\nAt last.');
  const todo = await posted({ action: 'todo', text: 'Call Ada', richtext: '[i]before noon[/i]' });
  assert.deepEqual(Object.keys(todo).sort(), ['created_time', 'todo_id']);
  const { todos } = (await service.call('GET', `/${cast.binderId}/todos`, { token: cast.viewer.token })).body
    .data;
  const [last] = todos.slice(-1);
  assert.deepEqual([last.id, last.name, last.description], [todo.todo_id, 'Call Ada', 'before noon']);
  assert.equal((await latest()).id, before, 'the chat says nothing of it');
});

test('[MSG-16] a template that names a long value over and over is refused before it fills the memory', async () => {
  const { post } = chat;
  const template = '{{a}}'.repeat(13_000);
  for (const [type, field] of [
    ['text', 'message.text'],
    ['richtext', 'message.richtext'],
    ['page', 'fields_template'],
  ]) {
    const templates = Array(10).fill({ template_type: type, template });
    const before = process.memoryUsage().rss;
    const { status, body } = await post({ fields: { a: '<'.repeat(4_000) } }, { fields_template: templates });
    assert.deepEqual([status, body.errors[0].path], [400, field]);
    assert.ok(process.memoryUsage().rss - before < 100e6, 'half a gigabyte would have been made');
  }
});

test('[MSG-61] Markdown becomes rich text, and text where it has no formatting', async () => {
  const { service, cast, bot, posted, latest } = chat;
  const { binder_comment_id: id } = await posted({ markdown: '**Total**: 9\n\n- one [b]' });
  const { text, richtext, html } = await latest();
  assert.equal(richtext, '[b]Total[/b]: 9\n[list]\n[*]one &#91;b]\n[/list]');
  assert.equal(html, '<span style="font-weight:bold">Total</span>: 9<ul><li>one [b]</li></ul>');
  assert.equal(text, 'Total: 9\none [b]');
  await posted({ markdown: 'plain \\*text\\* &amp; more' }, {}, cast.editor.token);
  const plain = await latest();
  assert.deepEqual([plain.text, plain.richtext], ['plain *text* & more', undefined]);
  await posted({ text: 'own words', markdown: '# Title' });
  assert.equal((await latest()).text, 'own words');
  const edited = await service.call('POST', `/${cast.binderId}/messages/${id}`, {
    token: bot.token,
    json: { message: { markdown: '_new_' } },
  });
  assert.equal(edited.status, 200, edited.body.message);
  const read = await service.call('GET', `/${cast.binderId}/messages/${id}`, { token: bot.token });
  assert.deepEqual([read.body.data.text, read.body.data.richtext], ['new', '[i]new[/i]']);
  const { todo_id } = await posted({ action: 'todo', text: 'Call', markdown: '_before_ noon' });
  const { todos } = (await service.call('GET', `/${cast.binderId}/todos`, { token: bot.token })).body.data;
  assert.equal(todos.find((todo: { id: number }) => todo.id === todo_id)?.description, 'before noon');
});

test('[MSG-61] Markdown that cannot be converted is refused', async () => {
  const { post } = chat;
  for (const [field, message] of Object.entries({
    'message.markdown': { markdown: '>'.repeat(20_000) },
    'message.text': { markdown: ' \n' },
  }))
    for (const { status, body } of [await post(message)])
      assert.deepEqual([status, body.errors[0].path], [400, field]);
  for (const message of [
    { markdown: 'a', richtext: 'b' },
    { markdown: 'x'.repeat(20_001) },
    { markdown: '['.repeat(20_000) },
    { markdown: '**a** '.repeat(3_000) },
    { markdown: 7 },
  ]) {
    const { status, body } = await post(message);
    assert.deepEqual([status, body.errors[0].path], [400, 'message.markdown']);
  }
});

test('[MSG-13] editing a message with rich text leaves the new text alone', async () => {
  const { service, cast, bot, posted, latest } = chat;
  const { binder_comment_id: id } = await posted({ richtext: '[b]old[/b]' });
  const answer = await service.call('POST', `/${cast.binderId}/messages/${id}`, {
    token: bot.token,
    json: { message: { text: 'new' } },
  });
  assert.equal(answer.status, 200);
  const { text, html } = await latest();
  assert.deepEqual([text, html], ['new', undefined]);
});
