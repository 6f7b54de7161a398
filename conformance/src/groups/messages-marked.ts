import { type AddCheck, group } from '../check.ts';
import { data, done, expectShape, refused, same, status } from '../expect.ts';
import type { Person } from '../people.ts';
import { listing, message, postedMessage, reference } from '../resources.ts';
import { filledText, numericId, object, time } from '../shape.ts';
import type { BinderFixture, Trial } from '../trial.ts';

const changed = object({ seq: numericId });
const listed = listing('reactions', object({ emoji: filledText, user: reference, created_time: time }));

export const markedMessages = group('messages-marked', (check) => {
  reacting(check);
  pinning(check);
  naming(check);
});

/** A message in a new binder, and its path. */
async function said(t: Trial): Promise<{ fixture: BinderFixture; path: string; id: number }> {
  const fixture = await t.binder();
  const id = await fixture.say('Lunch?');
  return { fixture, id, path: `${fixture.path}/messages/${id}` };
}
const react = (person: Person, path: string, emoji: string) => person.post(`${path}/reactions`, { emoji });
const takeBack = (person: Person, path: string, emoji: string) =>
  person.delete(`${path}/reactions/${encodeURIComponent(emoji)}`);
const read = async (person: Person, path: string) => data(await person.get(path), message);

function reacting(check: AddCheck): void {
  check('MSG-39 MSG-41', 'a person reacts once with an emoji, and takes it back', async (t) => {
    const { fixture, path, id } = await said(t);
    const before = await read(t.viewer, path);
    same(before.reactions, undefined, 'reactions of a message without any');
    const { seq } = data(await react(t.owner, path, '👍'), changed);
    same(data(await react(t.owner, path, '👍'), changed).seq, seq, 'seq, the second time');
    data(await react(t.editor, path, '👍'), changed);
    data(await react(t.editor, path, '🎉'), changed);
    const after = await read(t.viewer, path);
    same(
      after.reactions,
      [
        { emoji: '👍', count: 2, users: [t.owner.id, t.editor.id] },
        { emoji: '🎉', count: 1, users: [t.editor.id] },
      ],
      'the reactions',
    );
    same(after.updated_time, before.updated_time, 'updated_time');
    const all = data(await t.viewer.get(`${path}/reactions`), listed).reactions;
    same(
      all.map(({ emoji, user }) => [emoji, user.id]),
      [
        ['👍', t.owner.id],
        ['👍', t.editor.id],
        ['🎉', t.editor.id],
      ],
      'the list',
    );
    data(await takeBack(t.editor, path, '👍'), changed);
    refused(await takeBack(t.editor, path, '👍'), 404);
    const last = (await fixture.entries()).at(-1);
    same([last?.kind, last?.body], ['reaction_removed', { id, emoji: '👍' }], 'the entry');
    refused(await react(t.viewer, path, '👍'), 403);
    refused(await react(t.colleague, path, '👍'), 403);
  });

  check('MSG-40', 'an emoji is one, with and without U+FE0F; anything else is 400', async (t) => {
    const { path } = await said(t);
    for (const emoji of ['❤️', '❤', '👍🏽', '🇳🇴']) data(await react(t.owner, path, emoji), changed);
    same((await read(t.owner, path)).reactions?.length, 3, 'the number of reactions');
    for (const wrong of ['a', '👍👍', ':+1:', '', '<b>'])
      refused(await react(t.owner, path, wrong), 400, 'emoji');
  });

  check('MSG-42', 'a message has 20 different reactions at the most', async (t) => {
    const { path } = await said(t);
    const emoji = (index: number) => String.fromCodePoint(0x1f600 + index);
    for (let index = 0; index < 20; index++) data(await react(t.owner, path, emoji(index)), changed);
    refused(await react(t.owner, path, emoji(20)), 412);
    data(await react(t.editor, path, emoji(19)), changed);
  });
}

function pinning(check: AddCheck): void {
  check('MSG-43 MSG-44', 'messages are pinned and unpinned, and listed, the last pinned first', async (t) => {
    const { fixture, path, id } = await said(t);
    const other = await fixture.say('another');
    const pinned = async () =>
      data(await t.viewer.get(`${fixture.path}/pinnedmessages`), listing('messages', message)).messages;
    data(await t.owner.post(`${path}/pin`, {}), changed);
    data(await t.editor.post(`${fixture.path}/messages/${other}/pin`, {}), changed);
    const list = await pinned();
    same(new Set(list.map((each) => each.id)), new Set([id, other]), 'the pinned messages');
    const own = expectShape(
      await read(t.viewer, path),
      object({ pinned: object({ user: reference, time }) }),
      'a pinned message',
    );
    same(own.pinned.user, { id: t.owner.id, name: t.owner.name }, 'who pinned it');
    refused(await t.viewer.post(`${path}/pin`, {}), 403);
    data(await t.editor.delete(`${path}/pin`), changed);
    same((await fixture.entries()).at(-1)?.kind, 'message_unpinned', 'the kind of entry');
    done(await t.owner.delete(`${fixture.path}/messages/${other}`));
    same(await pinned(), [], 'the pinned messages in the end');
  });
}

function naming(check: AddCheck): void {
  check('MSG-45', 'a client finds its own name of a message in the log entry', async (t) => {
    const fixture = await t.binder();
    const post = (client_uuid: string) =>
      t.owner.post(`${fixture.path}/messages`, { message: { text: 'x' }, client_uuid });
    const { binder_comment_id: id } = data(await post('mine'), postedMessage);
    same((await fixture.entries()).at(-1)?.body.client_uuid, 'mine', 'client_uuid of the entry');
    const answer = await t.owner.get(`${fixture.path}/messages/${id}`);
    status(answer, 200);
    same('client_uuid' in (answer.json as { data: object }).data, false, 'client_uuid in the message');
    refused(await post(''), 400, 'client_uuid');
    refused(await post('x'.repeat(65)), 400, 'client_uuid');
  });
}
