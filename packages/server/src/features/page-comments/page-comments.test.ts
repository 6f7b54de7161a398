import assert from 'node:assert/strict';
import { type Cast, followCursor, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let pageId: number;
beforeAll(async () => {
  cast = await service.make.cast();
  pageId = await uploadPage(cast.binderId);
});

async function uploadPage(binderId: string): Promise<number> {
  const to = { binderId, token: cast.owner.token };
  return (await uploadFile(service, to, 'A note to comment on', 'note.txt')).pages[0].id;
}

const path = (page = pageId, binderId = cast.binderId) => `/${binderId}/pages/${page}/comments`;
const comment = (json: unknown, token = cast.editor.token, to = path()) =>
  service.call('POST', to, { token, json });
const list = async (query = '', token = cast.viewer.token) =>
  (await service.call('GET', `${path()}${query}`, { token })).body.data.comments;
const remove = (id: number, token: string, from = path()) =>
  service.call('DELETE', `${from}/${id}`, { token });
const revisionOf = async () => {
  const { body } = await service.call('GET', `/${cast.binderId}/pages?filter=${pageId}`, {
    token: cast.owner.token,
  });
  return body.data.pages[0].revision as number;
};

test('[PAGE-21] [PCOM-1] [PCOM-6] a comment and its deletion each count as a change on the page and log one entry', async () => {
  const before = await revisionOf();
  const { body } = await comment({ text: 'counted' });
  assert.equal(await revisionOf(), before + 1);
  await remove(body.data.comment_id, cast.editor.token);
  assert.equal(await revisionOf(), before + 2);
  const feed = await service.call('GET', `/${cast.binderId}/feed`, { token: cast.owner.token });
  const kinds = feed.body.data.entries.slice(-2).map((entry: { kind: string }) => entry.kind);
  assert.deepEqual(kinds, ['page_commented', 'page_comment_deleted']);
});

test('[PCOM-1] every kind of actor gets what the role allows', async () => {
  const table: [string, string | undefined, number, number][] = [
    ['owner', cast.owner.token, 200, 200],
    ['editor', cast.editor.token, 200, 200],
    ['viewer', cast.viewer.token, 403, 200],
    ['colleague', cast.sameOrg.token, 403, 403],
    ['neighbour', cast.otherOrg.token, 403, 403],
    ['stranger', cast.otherPartner.token, 403, 403],
    ['read-only scope', cast.owner.readToken, 403, 200],
    ['unknown token', 'nonsense', 401, 401],
    ['no token', undefined, 401, 401],
  ];
  for (const [who, token, posting, listing] of table) {
    const bearer = token === undefined ? {} : { token };
    assert.equal(
      (await service.call('POST', path(), { ...bearer, json: { text: who } })).status,
      posting,
      `${who} posts`,
    );
    assert.equal((await service.call('GET', path(), bearer)).status, listing, `${who} lists`);
  }
});

test('[PCOM-1] [PCOM-6] things that are not there are 404, also those of another page or binder', async () => {
  const otherBinder = await service.make.binder(cast.editor);
  const missing = 999_999;
  assert.equal((await comment({ text: 't' }, cast.editor.token, path(missing))).status, 404);
  assert.equal((await comment({ text: 't' }, cast.editor.token, path(pageId, otherBinder))).status, 404);
  assert.equal((await service.call('GET', path(missing), { token: cast.editor.token })).status, 404);
  assert.equal((await remove(missing, cast.editor.token)).status, 404);
  const second = await uploadPage(cast.binderId);
  const { comment_id: id } = (await comment({ text: 'first page' })).body.data;
  assert.equal((await remove(id, cast.editor.token, path(second))).status, 404);
  await service.call('DELETE', `/${cast.binderId}/pages/${second}`, { token: cast.owner.token });
  assert.equal(
    (await comment({ text: 't' }, cast.editor.token, path(second))).status,
    404,
    'a deleted page does not exist',
  );
});

test('[PCOM-1] [PCOM-2] bad fields are refused by name and change nothing', async () => {
  const before = (await list()).length;
  const cases: [unknown, string][] = [
    [{}, 'text'],
    [{ text: null }, 'text'],
    [{ text: '' }, 'text'],
    [{ text: 1 }, 'text'],
    [{ text: 'x'.repeat(65_537) }, 'text'],
    [{ text: '\ud800' }, 'text'],
    [{ text: 't', is_position_comment: 'true' }, 'is_position_comment'],
    [{ text: 't', is_position_comment: true, x: '1', y: 1 }, 'x'],
    [{ text: 't', is_position_comment: true, x: null, y: 1 }, 'x'],
    [{ text: 't', is_position_comment: true, x: 1, y: 1e300 }, 'y'],
  ];
  for (const [json, field] of cases) {
    const answer = await comment(json);
    assert.equal(answer.status, 400, JSON.stringify(json).slice(0, 80));
    assert.equal(answer.body.errors[0].path, field);
  }
  assert.equal((await list()).length, before);
});

test('[PCOM-3] [PCOM-1] lists page by cursor; a retry with an Idempotency-Key posts once', async () => {
  const headers = { 'idempotency-key': 'pcom-1' };
  const send = () =>
    service.call('POST', path(), { token: cast.editor.token, json: { text: 'once' }, headers });
  assert.deepEqual((await send()).body, (await send()).body);
  const whole = await list();
  const seen: number[] = [];
  const { token } = cast.viewer;
  const answers = followCursor((cursor) => service.call('GET', `${path()}?limit=2${cursor}`, { token }));
  for await (const { comments } of answers) seen.push(...comments.map((each: { id: number }) => each.id));
  assert.deepEqual(
    seen,
    whole.map((each: { id: number }) => each.id),
  );
});

test('[PCOM-8] a message of the server mentions the people of a comment, and replies to its place', async () => {
  const viewer = cast.viewer.id;
  const { body } = await comment({
    text: 'See @Viewer',
    mentions: [viewer],
    is_position_comment: true,
    x: 1,
    y: 2,
  });
  const token = cast.owner.token;
  const { body: listed } = await service.call('GET', `/${cast.binderId}/messages?limit=1`, { token });
  const [message] = listed.data.messages;
  assert.equal(message.text, 'See the comment on “note.txt”.');
  assert.equal(message.is_feed, true);
  assert.deepEqual(message.mentions, [viewer]);
  assert.deepEqual(message.reply_to.page, { id: pageId, position_comment_id: body.data.comment_id });
  const feed = await service.call('GET', `/${cast.binderId}/feed`, { token });
  const entries = feed.body.data.entries.slice(-2);
  assert.deepEqual(
    entries.map((entry: { kind: string; body: { mentions?: string[] } }) => [
      entry.kind,
      entry.body.mentions,
    ]),
    [
      ['page_commented', undefined],
      ['message_posted', [viewer]],
    ],
  );

  const refused = await comment({ text: 'x', mentions: [viewer, cast.sameOrg.id] });
  assert.equal(refused.status, 412);
  assert.equal(refused.body.errors[0].path, 'mentions[1]');
  assert.equal((await comment({ text: 'x', mentions: [viewer, viewer] })).status, 400);
});

test('[PCOM-9] the author changes a comment, nobody else, and a state of before has the old text', async () => {
  const { comment_id: id } = (await comment({ text: 'before' })).body.data;
  const edit = (json: unknown, token: string, of = id) =>
    service.call('POST', `${path()}/${of}`, { token, json });
  const feed = async () =>
    (await service.call('GET', `/${cast.binderId}/feed`, { token: cast.owner.token })).body.data;
  const { seq } = await feed();
  const before = await revisionOf();
  for (const [token, status] of [
    [cast.owner.token, 403],
    [cast.viewer.token, 403],
    [cast.sameOrg.token, 403],
  ] as const)
    assert.equal((await edit({ text: 'x' }, token)).status, status);
  assert.equal((await edit({ text: '' }, cast.editor.token)).status, 400);
  assert.equal((await edit({ text: 'x' }, cast.editor.token, 999_999)).status, 404);
  const { status, body } = await edit({ text: 'after', mentions: [cast.viewer.id] }, cast.editor.token);
  assert.equal(status, 200);
  const find = async (query = '') => (await list(query)).find((each: { id: number }) => each.id === id);
  assert.equal((await find()).text, 'after');
  assert.equal((await find()).updated_time, body.data.updated_time);
  assert.equal((await find(`?as_of=seq:${seq}`)).text, 'before');
  assert.equal(await revisionOf(), before + 1);
  assert.deepEqual(
    (await feed()).entries.slice(-2).map(({ kind, body }: { kind: string; body: object }) => [kind, body]),
    [
      ['page_comment_edited', { id, page_id: pageId, text: 'after' }],
      ['message_posted', (await feed()).entries.at(-1).body],
    ],
  );
});

test('[PCOM-10] a reply joins the thread and its position', async () => {
  const { comment_id: first } = (await comment({ text: 'Why?', is_position_comment: true, x: 3, y: 4 })).body
    .data;
  const { comment_id: reply } = (await comment({ text: 'Because.', reply_to: first }, cast.owner.token)).body
    .data;
  const { comment_id: next } = (await comment({ text: 'I see.', reply_to: reply })).body.data;
  const place = { is_position_comment: true, x: 3, y: 4 };
  const listed = (await list('?filter=position_comment')).filter(({ id }: { id: number }) => id >= first);
  assert.deepEqual(
    listed.map(({ id, reply_to, is_position_comment, x, y }: Record<string, unknown>) => ({
      id,
      reply_to,
      is_position_comment,
      x,
      y,
    })),
    [
      { id: first, reply_to: undefined, ...place },
      { id: reply, reply_to: first, ...place },
      { id: next, reply_to: first, ...place },
    ],
  );
  const second = await uploadPage(cast.binderId);
  assert.equal((await comment({ text: 'x', reply_to: first }, cast.editor.token, path(second))).status, 404);
  await remove(reply, cast.owner.token);
  assert.equal((await comment({ text: 'x', reply_to: reply })).status, 404);
});

test('[PCOM-11] anyone who may write resolves and reopens a thread, once, and a reply reopens it', async () => {
  const { comment_id: first } = (await comment({ text: 'Open' })).body.data;
  const { comment_id: reply } = (await comment({ text: 'Reply', reply_to: first })).body.data;
  const resolve = (is_resolved: boolean, token = cast.owner.token, id = first) =>
    service.call('POST', `${path()}/${id}`, { token, json: { is_resolved } });
  const resolved = async (query = '') =>
    (await list(query))
      .filter(({ id }: { id: number }) => id >= first)
      .map((each: { resolved_time?: number }) => each.resolved_time !== undefined);
  const feed = async () =>
    (await service.call('GET', `/${cast.binderId}/feed`, { token: cast.owner.token })).body.data;

  assert.equal((await resolve(true, cast.viewer.token)).status, 403);
  assert.equal((await resolve(true, cast.sameOrg.token)).status, 403);
  assert.equal(
    (await service.call('POST', `${path()}/${first}`, { token: cast.owner.token, json: {} })).status,
    400,
  );
  const { seq } = await feed();
  const answers = await Promise.all([resolve(true), resolve(true, cast.editor.token, reply)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(await resolved(), [true, true]);
  assert.deepEqual(await resolved(`?as_of=seq:${seq}`), [false, false]);
  assert.equal((await feed()).seq, seq + 1);
  assert.deepEqual((await feed()).entries.at(-1).body, { ids: [first, reply], page_id: pageId });
  await comment({ text: 'But', reply_to: reply });
  assert.deepEqual(await resolved(), [true, true, false]);
  await resolve(false);
  assert.deepEqual(await resolved(), [false, false, false]);
});

test('[PCOM-12] a moved page keeps its threads, also if the first comment was deleted', async () => {
  const moved = await uploadPage(cast.binderId);
  const post = async (json: object) =>
    (await comment(json, cast.owner.token, path(moved))).body.data.comment_id;
  const [gone, kept] = [await post({ text: 'gone' }), await post({ text: 'kept' })];
  for (const reply_to of [gone, kept, gone]) await post({ text: 'reply', reply_to });
  await remove(gone, cast.owner.token, path(moved));
  const target = await service.make.binder(cast.owner);
  const { status, body } = await service.call('POST', `/${target}/movepages`, {
    token: cast.owner.token,
    json: { source_id: cast.binderId, pages: [{ id: moved }] },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const [page] = (await service.call('GET', `/${target}/pages`, { token: cast.owner.token })).body.data.pages;
  const { token } = cast.owner;
  const { comments } = (await service.call('GET', path(page.id, target), { token })).body.data;
  const ids = comments.map(({ id }: { id: number }) => id);
  assert.deepEqual(
    comments.map(({ reply_to }: { reply_to?: number }) => reply_to && ids.indexOf(reply_to)),
    [undefined, undefined, 0, 1],
  );
});
