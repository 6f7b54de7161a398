import { type AddCheck, group } from '../check.ts';
import { data, done, holds, refused, same } from '../expect.ts';
import type { Person } from '../people.ts';
import { binder, editedMessage, listing, message, postedMessage, readMark } from '../resources.ts';
import { numericId, object, text } from '../shape.ts';
import { type Room, stepFor, type Trial } from '../trial.ts';

const said = (what: string, more: object = {}) => ({ message: { text: what, ...more } });
const NOTHING = 9_007_199_254_740_991;

async function post(person: Person, room: Room, body: object): Promise<number> {
  return data(await person.post(`${room.path}/messages`, body), postedMessage).binder_comment_id;
}

const read = async (person: Person, room: Room, id: number) =>
  data(await person.get(`${room.path}/messages/${id}`), message);

const unread = async (person: Person, room: Room) => data(await person.get(room.path), binder).unread_feeds;

/** One of everything that a message can answer. */
async function targetsIn(t: Trial, room: Room): Promise<{ name: string; reply_to: object }[]> {
  const page = await room.note();
  const workflow = await room.workflow([stepFor(t.viewer)]);
  const positionComment = { text: 'x', is_position_comment: true, x: 1, y: 1 };
  const commented = await t.owner.post(`${room.path}/pages/${page.id}/comments`, positionComment);
  const position_comment_id = data(commented, object({ comment_id: numericId })).comment_id;
  return [
    { name: 'transaction.id', reply_to: { transaction: { id: workflow.id } } },
    { name: 'page.id', reply_to: { page: { id: page.id } } },
    { name: 'page.position_comment_id', reply_to: { page: { id: page.id, position_comment_id } } },
    { name: 'file.id', reply_to: { file: { id: page.file_id } } },
    { name: 'binder.comment_id', reply_to: { binder: { comment_id: await room.say('first') } } },
  ];
}

export const messagesOfPeople = group('messages-people', (check) => {
  replying(check);
  mentioning(check);
  changing(check);
  reading(check);
  talkingAlone(check);
});

function replying(check: AddCheck): void {
  check(
    'MSG-7 MSG-8 MSG-23 MSG-25',
    'a message answers a thing of the binder, and shows which',
    async (t) => {
      const room = await t.binder();
      for (const { reply_to } of await targetsIn(t, room)) {
        const id = await post(t.editor, room, { ...said('an answer'), reply_to });
        const single = await read(t.viewer, room, id);
        same(single.reply_to, reply_to, 'reply_to');
        same((await room.messages('?limit=1'))[0], single, 'the message in the list');
        same((await room.entries()).at(-1)?.body.reply_to, reply_to, 'reply_to in the log');
      }
      const plain = await read(t.owner, room, await room.say('plain'));
      holds(
        !('reply_to' in plain || 'mentions' in plain),
        'a plain message without reply_to and mentions',
        plain,
      );
    },
  );

  check('MSG-8', 'reply_to names exactly one thing, of this binder, that is there', async (t) => {
    const [room, other] = [await t.binder(), await t.binder()];
    const targets = await targetsIn(t, other);
    const refuse = async (reply_to: unknown, expected: number, field: string) =>
      refused(await t.owner.post(`${room.path}/messages`, { ...said('x'), reply_to }), expected, field);
    for (const { name, reply_to } of targets)
      await refuse(reply_to, 404, `reply_to.${name.replace(/position_comment_id/, 'id')}`);
    const page = await room.note();
    await refuse(
      { page: { id: page.id, position_comment_id: NOTHING } },
      404,
      'reply_to.page.position_comment_id',
    );
    await refuse({}, 400, 'reply_to');
    await refuse({ page: { id: page.id }, file: { id: page.file_id } }, 400, 'reply_to');
    await refuse({ page: { id: 'x' } }, 400, 'reply_to.page.id');
    done(await t.owner.delete(`${room.path}/pages/${page.id}`));
    await refuse({ page: { id: page.id } }, 404, 'reply_to.page.id');
    same(await room.messages(), [], 'messages after refused ones');
  });

  check('MSG-9', 'POST …/comments is the older name of posting a message', async (t) => {
    const room = await t.binder();
    const posted = data(await t.editor.post(`${room.path}/comments`, { text: 'older' }), postedMessage);
    same((await read(t.owner, room, posted.binder_comment_id)).text, 'older', 'the text');
    refused(await t.editor.post(`${room.path}/comments`, { text: '' }), 400, 'text');
    refused(await t.viewer.post(`${room.path}/comments`, { text: 'x' }), 403);
  });
}

function mentioning(check: AddCheck): void {
  check('MSG-24 MSG-25', 'up to 50 different members are mentioned', async (t) => {
    const room = await t.binder();
    const mentions = [t.viewer.id, t.editor.id];
    same(
      (await read(t.owner, room, await post(t.owner, room, said('you', { mentions })))).mentions,
      mentions,
      'mentions',
    );
    const refuse = async (wrong: unknown, expected: number, field: string) =>
      refused(await t.owner.post(`${room.path}/messages`, said('x', { mentions: wrong })), expected, field);
    await refuse([t.viewer.id, t.colleague.id], 412, 'message.mentions[1]');
    await refuse([t.viewer.id, t.viewer.id], 400, 'message.mentions');
    await refuse(
      Array.from({ length: 51 }, (_, index) => `U${String(index).padStart(22, '0')}`),
      400,
      'message.mentions',
    );
    await refuse(['x'], 400, 'message.mentions[0]');
    same((await room.messages()).length, 1, 'the number of messages');
  });
}

function changing(check: AddCheck): void {
  const pathOf = (room: Room, id: number) => `${room.path}/messages/${id}`;

  check('MSG-11 MSG-26', 'an author edits an own message', async (t) => {
    const room = await t.binder();
    const mentions = [t.viewer.id];
    const id = await post(t.editor, room, said('frist', { mentions }));
    const edited = data(await t.editor.post(pathOf(room, id), said('first')), editedMessage);
    same(edited.binder_comment_id, id, 'binder_comment_id');
    const { text: now, mentions: named, updated_time, created_time } = await read(t.owner, room, id);
    same(
      [now, named, updated_time],
      ['first', mentions, edited.updated_time],
      'text, mentions and updated_time',
    );
    holds(updated_time >= created_time, 'an updated_time of the edit', { updated_time, created_time });
    data(
      await t.editor.post(pathOf(room, id), { message: { richtext: '[b]firm[/b] words' } }),
      editedMessage,
    );
    same((await read(t.owner, room, id)).text, 'firm words', 'the words of an edit with rich text');
    const entry = (await room.entries(edited.seq - 1))[0];
    same(
      [entry?.kind, entry?.body.id, entry?.body.text],
      ['message_edited', id, 'first'],
      'the entry in the log',
    );
    data(await t.editor.post(pathOf(room, id), said('first', { mentions: [] })), editedMessage);
    same((await read(t.owner, room, id)).mentions, undefined, 'mentions when they are emptied');
    refused(await t.editor.post(pathOf(room, id), said('')), 400, 'message.text');
  });

  check('MSG-11', 'nobody else edits or deletes it, the owner neither', async (t) => {
    const room = await t.binder();
    const id = await post(t.editor, room, said('mine'));
    for (const person of [t.owner, t.viewer, t.colleague]) {
      refused(await person.post(pathOf(room, id), said('yours')), 403);
      refused(await person.delete(pathOf(room, id)), 403);
    }
    done(await t.owner.post(`${room.path}/users/${t.editor.id}`, { type: 'BOARD_READ_ONLY' }));
    refused(await t.editor.post(pathOf(room, id), said('without write access')), 403);
    same((await read(t.owner, room, id)).text, 'mine', 'the text');
  });

  check('MSG-27', 'a deleted message is 404, in no list and in no count; replies to it stay', async (t) => {
    const room = await t.binder();
    const id = await post(t.editor, room, said('gone'));
    const reply_to = { binder: { comment_id: id } };
    const reply = await post(t.editor, room, { ...said('an answer'), reply_to });
    done(await t.editor.delete(pathOf(room, id)));
    refused(await t.owner.get(pathOf(room, id)), 404);
    refused(await t.editor.post(pathOf(room, id), said('x')), 404);
    refused(await t.editor.delete(pathOf(room, id)), 404);
    same(
      (await room.messages()).map((each) => each.id),
      [reply],
      'the messages',
    );
    same((await read(t.owner, room, reply)).reply_to, reply_to, 'reply_to of the answer');
    same(await unread(t.owner, room), 1, 'unread_feeds');
    const entry = (await room.entries()).at(-1);
    same([entry?.kind, entry?.body.id], ['message_deleted', id], 'the entry in the log');
  });

  check('MSG-28', 'the message of a press is edited and deleted by nobody', async (t) => {
    const room = await t.binder();
    const { path, steps } = await room.workflow([stepFor(t.editor)]);
    done(await t.editor.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }));
    const [told] = await room.messages();
    for (const person of [t.editor, t.owner]) {
      refused(await person.post(pathOf(room, told?.id ?? 0), said('x')), 403);
      refused(await person.delete(pathOf(room, told?.id ?? 0)), 403);
    }
  });
}

function reading(check: AddCheck): void {
  check('MSG-12 MSG-29 BINDER-10', 'what others wrote is unread until it is marked', async (t) => {
    const room = await t.binder();
    same(await unread(t.editor, room), 0, 'unread_feeds of a new member');
    const ids = [await room.say('one'), await room.say('two'), await room.say('three')];
    await room.say('mine', t.editor);
    same([await unread(t.editor, room), await unread(t.owner, room)], [3, 1], 'unread_feeds');
    const seq = await room.seq();
    const mark = async (body: object) =>
      data(await t.editor.post(`${room.path}/readmark`, body), object({ message_id: numericId })).message_id;
    same(await mark({ message_id: ids[1] }), ids[1], 'the mark');
    same(await unread(t.editor, room), 1, 'unread_feeds after two are read');
    same(await mark({ message_id: ids[0] }), ids[1], 'the mark, which never goes back');
    await mark({});
    same(await unread(t.editor, room), 0, 'unread_feeds after all are read');
    same(await room.seq(), seq, 'the latest seq of the log');
    refused(await t.editor.post(`${room.path}/readmark`, { message_id: NOTHING }), 404);
    const late = await post(t.owner, room, said('late'));
    same(
      data(await t.viewer.post(`${room.path}/readmark`, {}), object({ message_id: numericId })).message_id,
      late,
      'the mark of a viewer',
    );
  });

  check('MSG-12', 'a new member begins with nothing unread', async (t) => {
    const room = await t.binder();
    await room.say('before');
    done(await t.owner.post(`${room.path}/inviteuser`, { users: [{ user: { id: t.colleague.id } }] }));
    same(await unread(t.colleague, room), 0, 'unread_feeds');
    await room.say('after');
    same(await unread(t.colleague, room), 1, 'unread_feeds');
  });

  check('MSG-30', 'read marks are listed, one for each member', async (t) => {
    const room = await t.binder();
    const id = await room.say('x');
    data(await t.viewer.post(`${room.path}/readmark`, {}), object({}));
    const marks = data(
      await t.editor.get(`${room.path}/readmarks`),
      listing('readmarks', readMark),
    ).readmarks;
    const expected = [t.owner.id, t.editor.id, t.viewer.id].sort();
    same(marks.map(({ user }) => user.id).sort(), expected, 'the members with a mark');
    const of = (person: Person) => marks.find(({ user }) => user.id === person.id)?.message_id;
    same([of(t.viewer), of(t.editor)], [id, 0], 'the marks of who has read and who has not');
  });
}

function talkingAlone(check: AddCheck): void {
  const posted = object({ binder_id: text, binder_comment_id: numericId });
  const tell = (from: Person, to: string, what = 'between us') =>
    from.post('/me/messages', { user: { user_id: to }, ...said(what) });

  check('MSG-10 MSG-31', 'two people have one conversation, made at the first message', async (t) => {
    const [one, two] = [await t.people.newcomer(), await t.people.newcomer(t.credentials.other_org_id)];
    const shared = await t.binder(one);
    done(await one.post(`${shared.path}/inviteuser`, { users: [{ user: { id: two.id } }] }));
    const answers = await Promise.all([tell(one, two.id), tell(two, one.id), tell(one, two.id)]);
    const ids = new Set(answers.map((answer) => data(answer, posted).binder_id));
    const [id = ''] = ids;
    try {
      same(ids.size, 1, 'the number of conversations');
      holds(id !== shared.id, 'another binder than one that they share', id);
      const { users } = data(await two.get(`/${id}`), binder);
      same(users.map(({ user }) => user.id).sort(), [one.id, two.id].sort(), 'the members');
      const list = data(await one.get(`/${id}/messages`), listing('messages', message)).messages;
      same(list.length, 3, 'the number of messages');
      same(data(await tell(two, one.id), posted).binder_id, id, 'the same conversation again');
    } finally {
      for (const person of [one, two]) await person.delete(`/${id}`);
    }
  });

  check('MSG-10', 'a message to oneself is 400, one to nobody 404', async (t) => {
    const person = await t.people.newcomer();
    refused(await tell(person, person.id), 400, 'user.user_id');
    refused(await tell(person, `U${'0'.repeat(22)}`), 404, 'user.user_id');
    refused(await tell(person, t.owner.id, ''), 400, 'message.text');
    same(
      data(await person.get('/me/binders'), listing('binders', object({}))).binders,
      [],
      'binders after refusals',
    );
  });
}
