import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually, INDEXED_WITHIN_SECONDS } from '../eventually.ts';
import { data, done, listed, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor, type Trial } from '../trial.ts';
import type { Home, HomeItem, SavedMessage, SavedMessages, SearchHit } from '../types.ts';

const test = checks('home');

const HOUR_MS = 3_600_000;

/** Filters by binder, because other checks use the same people. */
async function homeOf(person: Person, binderId: string, filter: string) {
  const items: HomeItem[] = [];
  for (let cursor = ''; ; ) {
    const page = data<Home>(await person.get(`/me/activity?filter=${filter}&limit=100${cursor}`));
    items.push(...page.items.filter(({ binder }) => binder.id === binderId));
    if (page.next_cursor === undefined) return items;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

const mentioned = (t: Trial, binderId: string, isExpected: (items: HomeItem[]) => boolean) =>
  eventually(INDEXED_WITHIN_SECONDS, () => homeOf(t.editor, binderId, 'mentions'), isExpected);

test('[HOME-1] [HOME-2] a step is listed with its buttons when it is the turn of its assignee', async (t) => {
  const fixture = await t.binder();
  const { steps, path } = await fixture.workflow([
    stepFor(t.owner, { order_number: 1 }),
    stepFor(t.editor, { order_number: 2 }),
  ]);
  assert.deepEqual(await homeOf(t.editor, fixture.id, 'approvals'), []);
  done(await t.owner.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }));
  const [item] = await homeOf(t.editor, fixture.id, 'approvals');
  assert.ok(item?.type === 'approval');
  assert.deepEqual([item.step.id, item.step.actions.length], [steps[1], 2]);
  done(await t.editor.post(`${path}/steps/${steps[1]}`, { click_button_id: 'approve' }));
  assert.deepEqual(await homeOf(t.editor, fixture.id, 'approvals'), []);
});

test('[HOME-9] an open request is listed for its creator, with who has not answered', async (t) => {
  const fixture = await t.binder();
  const { steps, path } = await fixture.workflow([stepFor(t.editor)]);
  const [item, ...more] = await homeOf(t.owner, fixture.id, 'requests');
  assert.ok(item?.type === 'request');
  assert.deepEqual([item.waiting_for.map(({ id }) => id), item.waiting_count, more], [[t.editor.id], 1, []]);
  assert.deepEqual(await homeOf(t.editor, fixture.id, 'requests'), []);
  done(await t.editor.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }));
  assert.deepEqual(await homeOf(t.owner, fixture.id, 'requests'), []);
});

test('[HOME-1] [HOME-3] mentions and replies are listed for the person, and follow deletions', async (t) => {
  const fixture = await t.binder();
  const question = await fixture.postText('When?', t.editor);
  const reply = { message: { text: 'Soon' }, reply_to: { binder: { comment_id: question } } };
  data(await t.owner.post(`${fixture.path}/messages`, reply));
  const mention = { message: { text: 'See above', mentions: [t.editor.id] } };
  const { binder_comment_id: id } = data<{ binder_comment_id: number }>(
    await t.owner.post(`${fixture.path}/messages`, mention),
  );
  const items = await mentioned(t, fixture.id, ({ length }) => length === 2);
  assert.deepEqual(
    items.map(({ type }) => type),
    ['mention', 'reply'],
  );
  done(await t.owner.delete(`${fixture.path}/messages/${id}`));
  assert.equal((await homeOf(t.editor, fixture.id, 'mentions')).length, 1);
});

test('[MSG-54] [MSG-55] [MSG-56] [HOME-8] a saved message is listed for the person only, until it is deleted', async (t) => {
  const fixture = await t.binder();
  const id = await fixture.postText('For later', t.owner);
  const path = `${fixture.path}/messages/${id}/save`;
  refused(await t.viewer.post(path, { remind_time: 1 }), 400, 'remind_time');
  const remind_time = Date.now() + 24 * HOUR_MS;
  const saved = data<SavedMessage>(await t.viewer.post(path, { remind_time }));
  assert.deepEqual([saved.message_id, saved.remind_time], [id, remind_time]);
  const listedBy = async (person: Person) =>
    data<SavedMessages>(await person.get(`${fixture.path}/savedmessages`)).saved;
  assert.deepEqual(await listedBy(t.viewer), [saved]);
  assert.deepEqual(await listedBy(t.owner), []);
  const [item] = await homeOf(t.viewer, fixture.id, 'saved');
  assert.ok(item?.type === 'saved');
  assert.deepEqual([item.message.id, item.is_due], [id, false]);
  done(await t.owner.delete(`${fixture.path}/messages/${id}`));
  assert.deepEqual(await listedBy(t.viewer), []);
});

test('[HOME-4] [HOME-5] [HOME-6] to-dos and meets are listed by their time, and counted', async (t) => {
  const fixture = await t.binder();
  const undated = await fixture.todo('Some time', { assignee_id: t.editor.id });
  const dated = await fixture.todo('Early', { assignee_id: t.editor.id, due_time: Date.now() });
  const todos = await homeOf(t.editor, fixture.id, 'todos');
  assert.deepEqual(
    todos.map((item) => item.type === 'todo' && item.todo.id),
    [dated, undated],
  );
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const schedule = async (name: string, from: number) =>
    data(
      await t.owner.post('/meets/schedule', {
        binder_id: fixture.id,
        name,
        starts: at(from),
        ends: at(from + 1),
      }),
    );
  await schedule('Soon', 2);
  await schedule('Next week', 24 * 7);
  const meets = await homeOf(t.editor, fixture.id, 'meets');
  assert.deepEqual(
    meets.map((item) => item.type === 'meet' && item.meet.name),
    ['Soon'],
  );
  const { counts } = data<Home>(await t.editor.get('/me/activity?limit=1'));
  assert.ok(counts.todos >= 2 && counts.meets >= 1);
  refused(await t.editor.get('/me/activity?cursor=x'), 400, 'cursor');
  refused(await t.editor.get('/me/activity?filter=pages'), 400, 'filter');
});

test('[TODO-17] [TODO-18] a search of all binders finds what its caller may see, with filters', async (t) => {
  const [first, second] = [await t.binder(), await t.binder()];
  const word = `quagga${Date.now()}`;
  await first.postText(`A ${word}`);
  await second.postText(`Two ${word}`, t.editor);
  await first.todo(`Feed the ${word}`);
  const search = async (query: string, person = t.viewer) =>
    listed<SearchHit & { binder: { id: string } }>(await person.get(`/me/search?q=${word}${query}`));
  const hits = await eventually(
    INDEXED_WITHIN_SECONDS,
    () => search(''),
    ({ length }) => length === 3,
  );
  assert.deepEqual(
    hits.map(({ binder }) => binder.id).toSorted(),
    [first.id, first.id, second.id].toSorted(),
  );
  assert.deepEqual(
    (await search(`&in=${second.id}`)).map(({ text }) => text),
    [`Two ${word}`],
  );
  assert.equal((await search(`&from=${t.editor.id}`)).length, 1);
  assert.equal((await search('&type=todo')).length, 1);
  assert.equal((await search('&limit=2')).length, 2);
  assert.deepEqual(await search('', t.sameOrg), []);
  refused(await t.viewer.get('/me/search'), 400, 'q');
  refused(await t.viewer.get('/me/search?has=dog'), 400, 'has');
});
