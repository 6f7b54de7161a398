import assert from 'node:assert/strict';
import type { Change, Snapshot } from '@ringbinder/protocol';
import { type Cast, openRealtime, type RealtimeClient, until, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const OPERATIONS = 400;

type State = Map<string, unknown>;

function stateOf(snapshot: Snapshot): State {
  const state: State = new Map();
  for (const member of snapshot.members) state.set(memberName(member.user), member);
  for (const message of snapshot.messages) state.set(`message ${message.id}`, message);
  for (const { svg_tags, ...page } of snapshot.pages) {
    state.set(`page ${page.id}`, page);
    for (const tag of svg_tags) state.set(`annotation ${page.id} ${tag.client_uuid}`, tag);
  }
  for (const { page_id, comments } of snapshot.page_comments)
    for (const comment of comments) state.set(`page_comment ${page_id} ${comment.id}`, comment);
  for (const each of snapshot.transactions) state.set(`transaction ${each.id}`, each);
  for (const each of snapshot.todos) state.set(`todo ${each.id}`, each);
  for (const each of snapshot.files) state.set(`file ${each.id}`, each);
  state.set('sections', snapshot.sections);
  state.set(
    'todo_order',
    snapshot.todos.map(({ id }) => id),
  );
  const { updated_time, total_comments, thumbnail_uri, ...binder } = snapshot.binder;
  state.set('binder', binder);
  return state;
}

function memberName(user: { id: string; org_id: string; email: string | null; unique_id: string | null }) {
  return user.id === '' ? `invited ${user.org_id} ${user.email} ${user.unique_id}` : `member ${user.id}`;
}

function apply(state: State, change: Change): void {
  switch (change.type) {
    case 'binder': {
      const { updated_time, total_comments, thumbnail_uri, ...binder } = change.value ?? assert.fail();
      state.set('binder', binder);
      return;
    }
    case 'todo_order':
      state.set('todo_order', change.ids);
      return;
    case 'sections':
      state.set('sections', change.value);
      return;
    case 'invited':
      put(state, memberName({ id: '', ...change }), change.value);
      return;
    case 'annotation':
      put(state, `annotation ${change.page_id} ${change.client_uuid}`, change.value);
      return;
    case 'page_comment':
      put(state, `page_comment ${change.page_id} ${change.id}`, change.value);
      return;
    case 'page':
      if (change.value === null)
        for (const name of [...state.keys()])
          if (name.startsWith(`annotation ${change.id} `) || name.startsWith(`page_comment ${change.id} `))
            state.delete(name);
      put(state, `page ${change.id}`, change.value);
      return;
    case 'todo':
      if (change.value === null)
        state.set(
          'todo_order',
          (state.get('todo_order') as number[]).filter((id) => id !== change.id),
        );
      put(state, `todo ${change.id}`, change.value);
      return;
    default:
      put(state, `${change.type} ${change.id}`, change.value);
  }
}

function put(state: State, name: string, value: unknown): void {
  if (value === null) state.delete(name);
  else state.set(name, value);
}

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)];

async function operate(state: State, other: string): Promise<void> {
  const { owner, editor, viewer, sameOrg } = cast;
  const ids = (type: string) =>
    [...state.keys()].filter((name) => name.startsWith(`${type} `)).map((name) => name.split(' ').slice(1));
  const [page] = pick(ids('page')) ?? ['1'];
  const section = pick(state.get('sections') as { id: number }[])?.id ?? 1;
  const [todo] = pick(ids('todo')) ?? ['1'];
  const [transaction] = pick(ids('transaction')) ?? ['1'];
  const [message] = pick(ids('message')) ?? ['1'];
  const [commentedPage, comment] = pick(ids('page_comment')) ?? ['1', '1'];
  const [markedPage, mark] = pick(ids('annotation')) ?? ['1', 'm'];
  const { token } = pick([owner, editor]) ?? owner;
  const binder = `/${cast.binderId}`;
  const post = (path: string, json: object) => service.call('POST', `${binder}${path}`, { token, json });
  const remove = (path: string) => service.call('DELETE', `${binder}${path}`, { token });
  const text = Math.random().toString(36);
  const step = { assignee: { user_id: editor.id }, actions: [{ id: 'ok', text: 'OK', payload: 'p' }] };
  const steps = (state.get(`transaction ${transaction}`) as { steps: { id: number }[] } | undefined)?.steps;
  const operations: (() => Promise<unknown>)[] = [
    () => post('/messages', { message: { text } }),
    () => post('/messages', { message: { text, mentions: [viewer.id] } }),
    () => post(`/messages/${message}`, { text }),
    () => post(`/messages/${message}/reactions`, { emoji: '👍' }),
    () => remove(`/messages/${message}/reactions/${encodeURIComponent('👍')}`),
    () => post(`/messages/${message}/pin`, {}),
    () => remove(`/messages/${message}/pin`),
    () => remove(`/messages/${message}`),
    () => post('', { name: text }),
    () => post('/todos', { name: text, assignee_id: viewer.id }),
    () => post(`/todos/${todo}`, { name: text, completed: Math.random() < 0.5 }),
    () => post(`/todos/${todo}`, { after_id: 0 }),
    () => remove(`/todos/${todo}`),
    () => post('/pages', { type: 'note', text, name: text }),
    () => post('/pages', { type: 'whiteboard', name: text }),
    () => uploadFile(service, { binderId: cast.binderId, token: owner.token }, text, `${text}.txt`),
    () => post(`/pages/${page}`, { name: text, page_number: String(Math.random() * 9) }),
    () => post(`/pages/${page}`, { description: text }),
    () => post('/sections', { name: text }),
    () => post(`/sections/${section}`, { name: text, after_id: 0 }),
    () => post(`/pages/${page}`, { section_id: section }),
    () => remove(`/sections/${section}`),
    () => remove(`/pages/${page}`),
    () => post(`/pages/${page}/comments`, { text, is_position_comment: true, x: 1, y: 2 }),
    () => remove(`/pages/${commentedPage}/comments/${comment}`),
    () => post(`/pages/${page}/annotations`, { client_uuid: text.slice(2, 6), svg_tag: '<circle r="4"/>' }),
    () => remove(`/pages/${markedPage}/annotations/${mark}`),
    () => post('/transactions', { title: text, content: text, steps: [step, step] }),
    () => post(`/transactions/${transaction}`, { title: text }),
    () => remove(`/transactions/${transaction}`),
    () =>
      service.call('POST', `${binder}/transactions/${transaction}/steps/${steps?.[0]?.id ?? 1}`, {
        token: editor.token,
        json: { click_button_id: 'ok' },
      }),
    () => post('/inviteuser', { users: [{ user: { id: sameOrg.id } }] }),
    () => post('/inviteuser', { users: [{ user: { email: `${text}@test.example` } }] }),
    () => post('/removeuser', { id: sameOrg.id }),
    () => post(`/users/${viewer.id}`, { type: pick(['BOARD_READ_ONLY', 'BOARD_READ_WRITE']) }),
    () => post('/copypages', { source_id: other }),
    () =>
      service.call('POST', `/${other}/movepages`, {
        token: owner.token,
        json: { source_id: cast.binderId, pages: [{ id: Number(page) }] },
      }),
    () => post('/movepages', { source_id: other, pages: [{ id: 1 }] }),
  ];
  await pick(operations)?.();
}

test('[RT-7] a snapshot with the changes of all entries applied is what a later snapshot is', async () => {
  const other = await service.make.binder(cast.owner);
  await service.call('POST', `/${other}/pages`, { token: cast.owner.token, json: { type: 'whiteboard' } });
  await service.call('POST', `/${other}/pages/1/annotations`, {
    token: cast.owner.token,
    json: { client_uuid: 'brought', svg_tag: '<circle r="4"/>' },
  });
  const client = await openRealtime(service, cast.viewer.token);
  const snapshot = async (each: RealtimeClient) => {
    each.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
    return each.take('snapshot');
  };
  const state = stateOf((await snapshot(client)).state);
  const kinds = new Set<string>();
  let seen = 0;
  let seq = 0;
  const catchUp = () => {
    for (; seen < client.frames.length; seen++) {
      const frame = client.frames[seen];
      if (frame?.type !== 'entries') continue;
      for (const entry of frame.entries) {
        kinds.add(entry.kind);
        seq = entry.seq;
        for (const change of entry.changes) apply(state, change);
      }
    }
  };
  for (let round = 0; round < OPERATIONS / 8; round++) {
    await Promise.all(Array.from({ length: 8 }, () => operate(state, other)));
    catchUp();
  }
  const later = await openRealtime(service, cast.owner.token);
  const { position, state: now } = await snapshot(later);
  await until('all is heard', () => {
    catchUp();
    return seq === position.seq;
  });
  const expected = stateOf(now);
  for (const name of [...state.keys()])
    if (name.startsWith('message ') && !expected.has(name) && now.has_older_messages) state.delete(name);
  assert.deepEqual(
    new Map([...state].toSorted(([one], [two]) => (one < two ? -1 : 1))),
    new Map([...expected].toSorted(([one], [two]) => (one < two ? -1 : 1))),
  );
  assert.ok(kinds.size >= 20, [...kinds].join(' '));
  await client.close();
  await later.close();
});
