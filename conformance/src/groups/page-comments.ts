import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import type { Trial } from '../trial.ts';
import type { Message, PageComment } from '../types.ts';

const test = checks('page-comments');

type Created = { comment_id: number };

async function pageIn(t: Trial) {
  const fixture = await t.binder();
  const path = `${fixture.path}/pages/${(await fixture.note()).id}/comments`;
  return {
    path,
    async comment(body: object, as: Person = t.owner): Promise<number> {
      return data<Created>(await as.post(path, body)).comment_id;
    },
    list: async (query = '') => listed<PageComment>(await t.viewer.get(path + query)),
  };
}

const positionComment = { is_position_comment: true, x: 12.5, y: 0 };

test('[PCOM-1] [PCOM-3] [PCOM-4] comments are listed with their author, positions on those that have one', async (t) => {
  const { comment, list } = await pageIn(t);
  const common = await comment({ text: 'Common 👋', x: 3, y: 4 });
  const placed = await comment({ text: 'Here', ...positionComment }, t.editor);
  for (const { created_time, updated_time } of await list()) assert.equal(updated_time, created_time);
  assert.deepEqual(
    (await list()).map(({ created_time: _, updated_time: __, ...rest }) => rest),
    [
      { id: common, text: 'Common 👋', user: { id: t.owner.id, name: t.owner.name } },
      { id: placed, text: 'Here', ...positionComment, user: { id: t.editor.id, name: t.editor.name } },
    ],
  );
});

test('[PCOM-2] a position comment needs x and y', async (t) => {
  const { path, list } = await pageIn(t);
  const post = (body: object) => t.owner.post(path, { text: 'x', ...body });
  refused(await post({ is_position_comment: true, y: 1 }), 400, 'x');
  refused(await post({ is_position_comment: true, x: 1 }), 400, 'y');
  refused(await post({ ...positionComment, x: '1' }), 400, 'x');
  refused(await post({ is_position_comment: 'yes' }), 400, 'is_position_comment');
  refused(await t.owner.post(path, {}), 400, 'text');
  refused(await t.owner.post(path, { text: '' }), 400, 'text');
  assert.deepEqual(await list(), []);
});

test('[PCOM-5] filter is all, common_comment or position_comment', async (t) => {
  const { path, comment, list } = await pageIn(t);
  const [common, placed] = [await comment({ text: 'a' }), await comment({ text: 'b', ...positionComment })];
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  assert.deepEqual(await ids('?filter=all'), [common, placed]);
  assert.deepEqual(await ids('?filter=common_comment'), [common]);
  assert.deepEqual(await ids('?filter=position_comment'), [placed]);
  refused(await t.owner.get(`${path}?filter=other`), 400, 'filter');
});

test('[PCOM-6] a comment is deleted, once', async (t) => {
  const { path, comment, list } = await pageIn(t);
  const id = await comment({ text: 'x' });
  done(await t.owner.delete(`${path}/${id}`));
  assert.deepEqual(await list(), []);
  refused(await t.owner.delete(`${path}/${id}`), 404);
});

test('[PCOM-7] the author and the owner delete a comment, nobody else', async (t) => {
  const { path, comment } = await pageIn(t);
  const byOwner = await comment({ text: 'x' });
  const byEditor = await comment({ text: 'x' }, t.editor);
  const another = await comment({ text: 'x' }, t.editor);
  for (const person of [t.editor, t.viewer, t.sameOrg])
    refused(await person.delete(`${path}/${byOwner}`), 403);
  done(await t.editor.delete(`${path}/${byEditor}`));
  done(await t.owner.delete(`${path}/${another}`));
});

test('[PCOM-8] a message in the chat mentions the people whom a comment mentions', async (t) => {
  const { path, comment } = await pageIn(t);
  await comment({ text: 'See here', mentions: [t.viewer.id] });
  const [message] = listed<Message>(await t.viewer.get(`${path.split('/pages/')[0]}/messages?limit=1`));
  assert.deepEqual(message?.mentions, [t.viewer.id]);
  assert.equal(message?.reply_to?.page?.id, Number(path.split('/').at(-2)));
  refused(await t.owner.post(path, { text: 'x', mentions: [t.sameOrg.id] }), 412, 'mentions[0]');
});

test('[PCOM-9] the author changes the text of a comment, nobody else', async (t) => {
  const { path, comment, list } = await pageIn(t);
  const id = await comment({ text: 'x' }, t.editor);
  refused(await t.owner.post(`${path}/${id}`, { text: 'y' }), 403);
  refused(await t.editor.post(`${path}/${id}`, {}), 400, 'text');
  const { updated_time } = data<PageComment>(await t.editor.post(`${path}/${id}`, { text: 'y' }));
  assert.deepEqual(
    (await list()).map(({ text, updated_time }) => [text, updated_time]),
    [['y', updated_time]],
  );
});

test('[PCOM-10] a reply belongs to the first comment of its thread', async (t) => {
  const { path, comment, list } = await pageIn(t);
  const first = await comment({ text: 'Which year?', ...positionComment });
  const second = await comment({ text: '2026', reply_to: first }, t.editor);
  const third = await comment({ text: 'Thanks', reply_to: second });
  const comments = await list();
  assert.deepEqual(
    comments.map(({ id, reply_to, x }) => [id, reply_to, x]),
    [
      [first, undefined, positionComment.x],
      [second, first, positionComment.x],
      [third, first, positionComment.x],
    ],
  );
  refused(await t.owner.post(path, { text: 'x', reply_to: 4_711 }), 404);
});

test('[PCOM-11] everyone with write access resolves a thread, and a reply reopens it', async (t) => {
  const { path, comment, list } = await pageIn(t);
  const first = await comment({ text: 'Which year?' });
  const resolve = (as: Person, is_resolved = true) => as.post(`${path}/${first}`, { is_resolved });
  const areResolved = async () => (await list()).map(({ resolved_time }) => resolved_time !== undefined);
  refused(await resolve(t.viewer), 403);
  data(await resolve(t.editor));
  assert.deepEqual(await areResolved(), [true]);
  data(await resolve(t.owner, false));
  assert.deepEqual(await areResolved(), [false]);
  data(await resolve(t.owner));
  await comment({ text: 'And which month?', reply_to: first });
  assert.deepEqual((await areResolved()).at(-1), false);
});
