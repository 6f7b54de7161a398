import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { type BinderFixture, stepFor, type Trial } from '../trial.ts';
import type { Binder, EditedMessage, Feed, Message, PostedMessage, ReadMark } from '../types.ts';

const test = checks('messages-people');

const sentBody = (what: string, more: object = {}) => ({ message: { text: what, ...more } });
const NOTHING = 9_007_199_254_740_991;

async function post(person: Person, fixture: BinderFixture, body: object): Promise<number> {
  return data<PostedMessage>(await person.post(`${fixture.path}/messages`, body)).binder_comment_id;
}

const read = async (person: Person, fixture: BinderFixture, id: number) =>
  data<Message>(await person.get(`${fixture.path}/messages/${id}`));

const unread = async (person: Person, fixture: BinderFixture) =>
  data<Binder>(await person.get(fixture.path)).unread_feeds;

async function targetsIn(t: Trial, fixture: BinderFixture): Promise<{ name: string; reply_to: object }[]> {
  const page = await fixture.note();
  const workflow = await fixture.workflow([stepFor(t.viewer)]);
  const positionComment = { text: 'x', is_position_comment: true, x: 1, y: 1 };
  const commented = await t.owner.post(`${fixture.path}/pages/${page.id}/comments`, positionComment);
  const position_comment_id = data<{ comment_id: number }>(commented).comment_id;
  return [
    { name: 'transaction.id', reply_to: { transaction: { id: workflow.id } } },
    { name: 'page.id', reply_to: { page: { id: page.id } } },
    { name: 'page.position_comment_id', reply_to: { page: { id: page.id, position_comment_id } } },
    { name: 'file.id', reply_to: { file: { id: page.file_id } } },
    { name: 'todo.id', reply_to: { todo: { id: await fixture.todo('x') } } },
    { name: 'binder.comment_id', reply_to: { binder: { comment_id: await fixture.postText('first') } } },
  ];
}

test('[MSG-7] [MSG-8] [MSG-23] [MSG-25] a message answers a thing of the binder, and shows which', async (t) => {
  const fixture = await t.binder();
  for (const { reply_to } of await targetsIn(t, fixture)) {
    const [[kind = '', names] = []] = Object.entries(reply_to);
    const more = { [kind]: { ...names, name: 'more' }, reminder: { id: 1 } };
    const id = await post(t.editor, fixture, { ...sentBody('an answer'), reply_to: more });
    const single = await read(t.viewer, fixture, id);
    assert.deepEqual(single.reply_to, reply_to);
    assert.deepEqual((await fixture.messages('?limit=1'))[0], single);
    assert.deepEqual((await fixture.entries()).at(-1)?.body.reply_to, reply_to);
  }
  const plain = await read(t.owner, fixture, await fixture.postText('plain'));
  assert.ok(!('reply_to' in plain || 'mentions' in plain), 'a plain message without reply_to and mentions');
});

test('[MSG-8] reply_to names exactly one thing, of this binder, that is there', async (t) => {
  const [fixture, other] = [await t.binder(), await t.binder()];
  const targets = await targetsIn(t, other);
  const refuse = async (reply_to: unknown, expected: number, field: string) =>
    refused(await t.owner.post(`${fixture.path}/messages`, { ...sentBody('x'), reply_to }), expected, field);
  for (const { name, reply_to } of targets)
    await refuse(reply_to, 404, `reply_to.${name.replace(/position_comment_id/, 'id')}`);
  const page = await fixture.note();
  await refuse(
    { page: { id: page.id, position_comment_id: NOTHING } },
    404,
    'reply_to.page.position_comment_id',
  );
  const two = { page: { id: page.id }, file: { id: page.file_id } };
  const meet = { meet: { session_key: 'x' }, page: { id: page.id } };
  for (const wrong of [{}, { reminder: { id: 1 } }, two, meet, { ...two, todo: { id: 1 } }])
    await refuse(wrong, 400, 'reply_to');
  const noId = [undefined, null, 'x', 0, -1, 1.5, 2 ** 53, true, [1], {}];
  const noFile = [undefined, null, 1, '', 'F', fixture.id, `${page.file_id}x`, [page.file_id]];
  for (const [kind, field, values] of [
    ['transaction', 'id', noId],
    ['page', 'id', noId],
    ['todo', 'id', noId],
    ['binder', 'comment_id', noId],
    ['file', 'id', noFile],
    ['meet', 'session_key', [undefined, null, 1, '', 'x'.repeat(256), 'nul \u0000', {}]],
  ] as const) {
    for (const value of values)
      await refuse({ [kind]: { [field]: value } }, 400, `reply_to.${kind}.${field}`);
    for (const value of [null, 1, 'x', []]) await refuse({ [kind]: value }, 400, `reply_to.${kind}`);
  }
  const at = 'reply_to.page.position_comment_id';
  for (const value of [null, 'x', 0, 1.5])
    await refuse({ page: { id: page.id, position_comment_id: value } }, 400, at);
  for (const value of [null, 1, 'x', [], [{ page: { id: page.id } }]]) await refuse(value, 400, 'reply_to');
  const commented = await t.owner.post(`${fixture.path}/pages/${page.id}/comments`, { text: 'x' });
  const { comment_id } = data<{ comment_id: number }>(commented);
  for (const [target, field] of [
    [{ transaction: { id: page.id } }, 'transaction.id'],
    [{ page: { id: comment_id } }, 'page.id'],
    [{ todo: { id: page.id } }, 'todo.id'],
    [{ binder: { comment_id } }, 'binder.comment_id'],
    [{ page: { id: page.id, position_comment_id: comment_id } }, 'page.position_comment_id'],
    [{ meet: { session_key: 'any' } }, 'meet.session_key'],
  ] as const)
    await refuse(target, 404, `reply_to.${field}`);
  // Without permission, the response must not reveal whether an id exists.
  for (const id of [page.id, NOTHING])
    for (const person of [t.viewer, t.sameOrg, t.outsider])
      refused(
        await person.post(`${fixture.path}/messages`, { ...sentBody('x'), reply_to: { page: { id } } }),
        403,
      );
  done(await t.owner.delete(`${fixture.path}/pages/${page.id}`));
  await refuse({ page: { id: page.id } }, 404, 'reply_to.page.id');
  assert.deepEqual(await fixture.messages(), []);
});

test('[MSG-9] POST …/comments is the older name of posting a message', async (t) => {
  const fixture = await t.binder();
  const reply_to = { binder: { comment_id: 1 } };
  const answer = await t.editor.post(`${fixture.path}/comments`, { text: 'older', reply_to });
  const posted = data<PostedMessage>(answer);
  const { binder_comment_id: id } = posted;
  const plain = await t.editor.post(`${fixture.path}/messages`, sentBody('World'));
  assert.deepEqual(Object.keys(posted).sort(), Object.keys(data<object>(plain)).sort());
  const { text, user, ...others } = await read(t.owner, fixture, id);
  assert.deepEqual(
    [text, user, 'reply_to' in others],
    ['older', { id: t.editor.id, name: t.editor.name }, false],
  );
  const entry = (await fixture.entries()).at(-2);
  assert.deepEqual([entry?.kind, entry?.body], ['message_posted', { id, text: 'older' }]);
  refused(await t.editor.post(`${fixture.path}/comments`, { text: '' }), 400, 'text');
  refused(await t.viewer.post(`${fixture.path}/comments`, { text: 'x' }), 403);
});

test('[MSG-24] [MSG-25] up to 50 different members are mentioned', async (t) => {
  const fixture = await t.binder();
  const mentions = [t.viewer.id, t.owner.id, t.editor.id];
  const id = await post(t.owner, fixture, sentBody('you', { mentions }));
  const single = await read(t.owner, fixture, id);
  assert.deepEqual(single.mentions, mentions);
  assert.deepEqual((await fixture.messages())[0], single);
  assert.deepEqual((await fixture.entries()).at(-1)?.body, { id, text: 'you', mentions });
  const refuse = async (wrong: unknown, expected: number, field: string) =>
    refused(
      await t.owner.post(`${fixture.path}/messages`, sentBody('x', { mentions: wrong })),
      expected,
      field,
    );
  await refuse([t.viewer.id, t.sameOrg.id], 412, 'message.mentions[1]');
  await refuse([t.viewer.id, t.viewer.id], 400, 'message.mentions');
  await refuse(
    Array.from({ length: 51 }, (_, index) => `U${String(index).padStart(22, '0')}`),
    400,
    'message.mentions',
  );
  await refuse(['x'], 400, 'message.mentions[0]');
  assert.equal((await fixture.messages()).length, 1);
});

const pathOf = (fixture: BinderFixture, id: number) => `${fixture.path}/messages/${id}`;

test('[MSG-11] [MSG-26] an author edits an own message', async (t) => {
  const fixture = await t.binder();
  const mentions = [t.viewer.id];
  const reply_to = { binder: { comment_id: await fixture.postText('a question') } };
  const id = await post(t.editor, fixture, { ...sentBody('frist', { mentions }), reply_to });
  const before = await read(t.owner, fixture, id);
  const edited = data<EditedMessage>(await t.editor.post(pathOf(fixture, id), sentBody('first')));
  const { updated_time } = edited;
  assert.deepEqual(edited.binder_comment_id, id);
  assert.deepEqual(await read(t.owner, fixture, id), { ...before, text: 'first', updated_time });
  assert.ok(updated_time >= before.created_time, 'an updated_time of the edit');
  data(await t.editor.post(pathOf(fixture, id), { message: { richtext: '[b]firm[/b] words' } }));
  assert.equal((await read(t.owner, fixture, id)).text, 'firm words');
  const [entry] = await fixture.entries(edited.seq - 1);
  const actor = { id: t.editor.id, name: t.editor.name };
  const body = { id, text: 'first', mentions };
  assert.deepEqual(entry, { seq: edited.seq, at: updated_time, actor, kind: 'message_edited', body });
  assert.equal((await fixture.messages())[0]?.id, id);
  const others = [t.owner.id];
  data(await t.editor.post(pathOf(fixture, id), sentBody('first', { mentions: others })));
  assert.deepEqual((await read(t.owner, fixture, id)).mentions, others);
  assert.deepEqual((await fixture.entries()).at(-1)?.body, { id, text: 'first', mentions: others });
  data(await t.editor.post(pathOf(fixture, id), sentBody('first', { mentions: [] })));
  data(await t.editor.post(pathOf(fixture, id), sentBody('last')));
  assert.equal((await read(t.owner, fixture, id)).mentions, undefined);
  refused(await t.editor.post(pathOf(fixture, id), sentBody('')), 400, 'message.text');
});

test('[MSG-11] nobody else edits or deletes it, the owner neither', async (t) => {
  const fixture = await t.binder();
  const id = await post(t.editor, fixture, sentBody('mine'));
  for (const person of [t.owner, t.viewer, t.sameOrg]) {
    refused(await person.post(pathOf(fixture, id), sentBody('yours')), 403);
    refused(await person.delete(pathOf(fixture, id)), 403);
  }
  done(await t.owner.post(`${fixture.path}/users/${t.editor.id}`, { type: 'BOARD_READ_ONLY' }));
  const refuseAll = async () => {
    refused(await t.editor.post(pathOf(fixture, id), sentBody('without write access')), 403);
    refused(await t.editor.delete(pathOf(fixture, id)), 403);
  };
  await refuseAll();
  done(await t.owner.post(`${fixture.path}/users/${t.editor.id}`, { type: 'BOARD_READ_WRITE' }));
  data(await t.editor.post(pathOf(fixture, id), sentBody('mine again')));
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.editor.id }));
  await refuseAll();
  assert.equal((await read(t.owner, fixture, id)).text, 'mine again');
});

test('[MSG-27] a deleted message is 404, in no list and in no count; replies to it stay', async (t) => {
  const fixture = await t.binder();
  const id = await post(t.editor, fixture, sentBody('gone'));
  const reply_to = { binder: { comment_id: id } };
  const reply = await post(t.editor, fixture, { ...sentBody('an answer'), reply_to });
  done(await t.editor.delete(pathOf(fixture, id)));
  refused(await t.owner.get(pathOf(fixture, id)), 404);
  for (const person of [t.editor, t.owner])
    refused(await person.post(pathOf(fixture, id), sentBody('x')), 404);
  const late = await t.editor.post(`${fixture.path}/messages`, { ...sentBody('x'), reply_to });
  refused(late, 404, 'reply_to.binder.comment_id');
  assert.deepEqual(await fixture.messages(`?before=${reply}`), []);
  assert.equal(data<Binder>(await t.owner.get(fixture.path)).total_comments, 1);
  refused(await t.editor.delete(pathOf(fixture, id)), 404);
  assert.deepEqual(pluck(await fixture.messages(), 'id'), [reply]);
  assert.deepEqual((await read(t.owner, fixture, reply)).reply_to, reply_to);
  assert.equal(await unread(t.owner, fixture), 1);
  const entry = (await fixture.entries()).at(-1);
  assert.deepEqual([entry?.kind, entry?.body], ['message_deleted', { id }]);
  data(await t.editor.post(pathOf(fixture, reply), sentBody('a better answer')));
  assert.deepEqual((await read(t.owner, fixture, reply)).reply_to, reply_to);
});

test('[MSG-28] the message of a press is edited and deleted by nobody', async (t) => {
  const fixture = await t.binder();
  const { path, steps } = await fixture.workflow([stepFor(t.editor)]);
  done(await t.editor.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }));
  const [emittedMentioned] = await fixture.messages();
  const seq = await fixture.seq();
  for (const person of [t.editor, t.owner]) {
    refused(await person.post(pathOf(fixture, emittedMentioned?.id ?? 0), sentBody('x')), 403);
    refused(await person.delete(pathOf(fixture, emittedMentioned?.id ?? 0)), 403);
  }
  assert.equal(await fixture.seq(), seq);
});

test('[MSG-12] [MSG-29] [BINDER-10] what others wrote is unread until it is marked', async (t) => {
  const fixture = await t.binder();
  assert.equal(await unread(t.editor, fixture), 0);
  const ids = [await fixture.postText('one'), await fixture.postText('two'), await fixture.postText('three')];
  await fixture.postText('mine', t.editor);
  assert.deepEqual([await unread(t.editor, fixture), await unread(t.owner, fixture)], [3, 1]);
  type Entry = { binder: { id: string; unread_feeds: number } };
  const binders = listed<Entry>(await t.editor.get('/me/binders'));
  assert.equal(binders.find(({ binder }) => binder.id === fixture.id)?.binder.unread_feeds, 3);
  const [seq, before] = [await fixture.seq(), data<Binder>(await t.owner.get(fixture.path))];
  const mark = async (body: object) =>
    data<{ message_id: number }>(await t.editor.post(`${fixture.path}/readmark`, body)).message_id;
  assert.deepEqual(await mark({ message_id: ids[1] }), ids[1]);
  assert.equal(await unread(t.editor, fixture), 1);
  assert.deepEqual(await mark({ message_id: ids[0] }), ids[1]);
  await mark({});
  assert.equal(await unread(t.editor, fixture), 0);
  assert.deepEqual(await fixture.seq(), seq);
  assert.deepEqual(data<Binder>(await t.owner.get(fixture.path)), before);
  refused(await t.editor.post(`${fixture.path}/readmark`, { message_id: NOTHING }), 404);
  const late = await post(t.owner, fixture, sentBody('late'));
  assert.deepEqual(
    data<{ message_id: number }>(await t.viewer.post(`${fixture.path}/readmark`, {})).message_id,
    late,
  );
});

test('[MSG-70] a message and all later ones become unread again', async (t) => {
  const fixture = await t.binder();
  const ids = [await fixture.postText('one'), await fixture.postText('two'), await fixture.postText('three')];
  data(await t.viewer.post(`${fixture.path}/readmark`, {}));
  const seq = await fixture.seq();
  const back = (body: object) => t.viewer.post(`${fixture.path}/readmark`, body);
  assert.equal(data<{ message_id: number }>(await back({ unread_from: ids[1] })).message_id, ids[0]);
  assert.equal(await unread(t.viewer, fixture), 2);
  await back({ unread_from: ids[2] });
  assert.equal(await unread(t.viewer, fixture), 2);
  assert.deepEqual(await fixture.seq(), seq);
  refused(await back({ unread_from: NOTHING }), 404);
  refused(await back({ unread_from: ids[1], message_id: ids[1] }), 400);
});

test('[MSG-12] a new member begins with nothing unread', async (t) => {
  const fixture = await t.binder();
  await fixture.postText('before');
  done(await t.owner.post(`${fixture.path}/inviteuser`, { users: [{ user: { id: t.sameOrg.id } }] }));
  assert.equal(await unread(t.sameOrg, fixture), 0);
  await fixture.postText('after');
  assert.equal(await unread(t.sameOrg, fixture), 1);
});

test('[MSG-30] read marks are listed, one for each member', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.postText('x');
  data(await t.viewer.post(`${fixture.path}/readmark`, {}));
  const marks = listed<ReadMark>(await t.editor.get(`${fixture.path}/readmarks`));
  const expected = [t.owner.id, t.editor.id, t.viewer.id].sort();
  assert.deepEqual(marks.map(({ user }) => user.id).sort(), expected);
  const of = (person: Person) => marks.find(({ user }) => user.id === person.id)?.message_id;
  assert.deepEqual([of(t.viewer), of(t.editor)], [id, 0]);
});

type Posted = { binder_id: string; binder_comment_id: number };
const sendDirect = (from: Person, to: string, what = 'between us') =>
  from.post('/me/messages', { user: { user_id: to }, ...sentBody(what) });

test('[MSG-10] [MSG-31] two people have one conversation, made at the first message', async (t) => {
  const [one, two] = [await t.people.newcomer(), await t.people.newcomer(t.credentials.other_org_id)];
  const shared = await t.binder(one);
  done(await one.post(`${shared.path}/inviteuser`, { users: [{ user: { id: two.id } }] }));
  const answers = await Promise.all([
    sendDirect(one, two.id),
    sendDirect(two, one.id),
    sendDirect(one, two.id),
  ]);
  const ids = new Set(answers.map((answer) => data<Posted>(answer).binder_id));
  const [id = ''] = ids;
  try {
    assert.equal(ids.size, 1);
    assert.ok(id !== shared.id, 'another binder than one that they share');
    const { users } = data<Binder>(await two.get(`/${id}`));
    assert.deepEqual(users.map(({ user }) => user.id).sort(), [one.id, two.id].sort());
    const list = listed<Message>(await one.get(`/${id}/messages`));
    assert.equal(list.length, 3);
    assert.deepEqual(data<Posted>(await sendDirect(two, one.id)).binder_id, id);
  } finally {
    for (const person of [one, two]) await person.delete(`/${id}`);
  }
});

test('[MSG-10] the first message makes a binder of the two, with both names', async (t) => {
  const [one, two] = [await t.people.newcomer(), await t.people.newcomer()];
  const { binder_id: id, binder_comment_id } = data<Posted>(await sendDirect(one, two.id));
  t.after(() => one.delete(`/${id}`));
  const { name, conversation, owner, total_comments, unread_feeds, users } = data<Binder>(
    await two.get(`/${id}`),
  );
  assert.deepEqual([name, owner], [`${one.name}, ${two.name}`, { id: one.id, name: one.name }]);
  assert.deepEqual([conversation, total_comments, unread_feeds], [true, 1, 1]);
  assert.deepEqual(
    users.map(({ type, user }) => [user.id, type]),
    [
      [one.id, 'BOARD_OWNER'],
      [two.id, 'BOARD_READ_WRITE'],
    ],
  );
  const [message, ...more] = listed<Message>(await two.get(`/${id}/messages`));
  assert.deepEqual([message?.id, message?.text, more], [binder_comment_id, 'between us', []]);
  const { entries } = data<Feed>(await two.get(`/${id}/feed`));
  assert.deepEqual(pluck(entries, 'kind'), ['binder_created', 'member_added', 'message_posted']);
});

test('[MSG-69] several people have one conversation, made at the first message', async (t) => {
  const people = [await t.people.newcomer(), await t.people.newcomer(), await t.people.newcomer()];
  const [one, two, three] = people as [Person, Person, Person];
  const sendTo = (from: Person, others: readonly string[]) =>
    from.post('/me/messages', { users: others.map((user_id) => ({ user_id })), ...sentBody('between us') });
  const answers = await Promise.all([
    sendTo(one, [two.id, three.id]),
    sendTo(two, [three.id, one.id]),
    sendTo(three, [one.id, two.id, one.id]),
  ]);
  const ids = new Set(answers.map((answer) => data<Posted>(answer).binder_id));
  const [id = ''] = ids;
  const pair = data<Posted>(await sendTo(one, [two.id])).binder_id;
  t.after(() => Promise.all([id, pair].flatMap((each) => people.map((person) => person.delete(`/${each}`)))));
  assert.equal(ids.size, 1);
  assert.ok(pair !== id);
  assert.equal(data<Posted>(await sendDirect(two, one.id)).binder_id, pair);
  const { conversation, total_comments, users } = data<Binder>(await two.get(`/${id}`));
  assert.deepEqual([conversation, total_comments], [true, 3]);
  assert.deepEqual(users.map(({ user }) => user.id).sort(), people.map((person) => person.id).sort());
  refused(await sendTo(one, []), 400, 'users');
  refused(await sendTo(one, Array(9).fill(two.id)), 400, 'users');
  refused(await sendTo(one, [two.id, one.id]), 400, 'users[1].user_id');
  refused(await sendTo(one, [two.id, `U${'0'.repeat(22)}`]), 404, 'users[1].user_id');
  const user = { user_id: two.id };
  refused(await one.post('/me/messages', { user, users: [user], message: { text: 'x' } }), 400, 'user');
});

test('[MSG-31] a conversation ends when it is deleted, left or joined by a third, and by nothing else', async (t) => {
  const [one, two] = [await t.people.newcomer(), await t.people.newcomer()];
  const createdIds: string[] = [];
  const write = async (from: Person, to: Person) => {
    const { binder_id: id } = data<Posted>(await sendDirect(from, to.id));
    if (createdIds.at(-1) !== id) t.after(() => Promise.all([one, two].map((each) => each.delete(`/${id}`))));
    createdIds.push(id);
    return `/${id}`;
  };
  const third = { users: [{ user: { id: t.sameOrg.id } }] };
  done(await one.delete(await write(one, two)));
  done(await two.post(`${await write(two, one)}/removeuser`, { id: one.id }));
  done(await one.post(`${await write(one, two)}/inviteuser`, third));
  const path = await write(two, one);
  assert.equal(new Set(createdIds).size, 4);
  done(await two.post(path, { name: 'Us' }));
  done(await two.post(`${path}/users/${one.id}`, { type: 'BOARD_OWNER' }));
  done(await one.post(`${path}/inviteuser`, third));
  done(await one.post(`${path}/removeuser`, { id: t.sameOrg.id }));
  assert.equal(await write(one, two), path);
  done(await one.post(`${path}/users/${two.id}`, { type: 'BOARD_READ_ONLY' }));
  refused(await sendDirect(two, one.id), 403);
  assert.equal(await write(one, two), path);
});

test('[MSG-10] a message to oneself is 400, one to nobody 404', async (t) => {
  const person = await t.people.newcomer();
  refused(await sendDirect(person, person.id), 400, 'user.user_id');
  refused(await sendDirect(person, `U${'0'.repeat(22)}`), 404, 'user.user_id');
  const [user, message] = [{ user_id: t.owner.id }, { text: 'x' }];
  for (const [field, json] of [
    ['user', { message }],
    ['user', { user: null, message }],
    ['user', { user: user.user_id, message }],
    ['user.user_id', { user: {}, message }],
    ['user.user_id', { user: { user_id: null }, message }],
    ['user.user_id', { user: { user_id: 1 }, message }],
    ['user.user_id', { user: { user_id: 'me' }, message }],
    ['user.user_id', { user: { user_id: t.owner.orgId }, message }],
    ['user.user_id', { user: { id: t.owner.id }, message }],
    ['message', { user }],
    ['message', { user, message: null }],
    ['message', { user, message: 'x' }],
    ['message.text', { user, message: {} }],
    ['message.text', { user, message: { text: '' } }],
    ['message.text', { user, message: { text: 7 } }],
    ['message.text', { user, message: { text: 'x'.repeat(65_537) } }],
    ['message.text', { user, message: { text: '\udc00' } }],
  ] as const)
    refused(await person.post('/me/messages', json), 400, field);
  assert.deepEqual(listed<object>(await person.get('/me/binders')), []);
});
