import assert from 'node:assert/strict';
import { type Actors, createActors, outsiders, startService, type TestService } from '@ringbinder/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
});
afterAll(() => service.close());

const LISTS = ['users', 'pages', 'transactions', 'messages', 'todos'] as const;
type Listed = { id: number; type?: string };
type Snapshot = Record<(typeof LISTS)[number], Listed[]> & {
  texts: Record<number, string>;
  comments: Record<number, Listed[]>;
};

async function open() {
  const binderId = await actors.fixture();
  const { token } = actors.users.owner;
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) =>
    service.call(method, `/${binderId}${path}`, { token, ...(json === undefined ? {} : { json }) });
  const seq = async (): Promise<number> => (await call('GET', '/feed?limit=1')).body.data.seq;
  const read = async (asOf?: string | number): Promise<Snapshot> => {
    const lists: [string, unknown][] = [];
    for (const name of LISTS) {
      const { status, body } = await call('GET', `/${name}${asOf === undefined ? '' : `?as_of=${asOf}`}`);
      assert.equal(status, 200, JSON.stringify(body));
      lists.push([name, body.data[name].map(withoutLinks)]);
    }
    const snapshot = Object.fromEntries(lists) as Snapshot;
    [snapshot.texts, snapshot.comments] = [{}, {}];
    const query = asOf === undefined ? '' : `?as_of=${asOf}`;
    for (const { id, type } of snapshot.pages) {
      const { body: listed } = await call('GET', `/pages/${id}/comments${query}`);
      snapshot.comments[id] = listed.data.comments;
      if (type !== 'PAGE_TYPE_NOTE') continue;
      const { status, body } = await call('GET', `/pagedownload/${id}${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      snapshot.texts[id] = body.data.page;
    }
    return snapshot;
  };
  const deletedComments = async (): Promise<number[]> => {
    const { entries } = (await call('GET', '/feed?after=0&limit=1000')).body.data;
    const deleted = entries.filter(({ kind }: { kind: string }) => kind === 'page_comment_deleted');
    return deleted.map(({ body }: { body: { id: number } }) => body.id);
  };
  return { binderId, call, seq, read, deletedComments };
}
/** The links of a page contain the time, so they differ. */
const withoutLinks = ({
  page_uri: _,
  thumbnail_uri: __,
  background_uri: ___,
  ...rest
}: Record<string, unknown>) => rest;

type Binder = Awaited<ReturnType<typeof open>>;

const uuid = (nth: number) => `0b7e6f1e-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const step = (assignee: { id: string }) => ({
  assignee: { user_id: assignee.id },
  actions: [
    { id: 'yes', text: 'Yes', feed_msg: 'said yes' },
    { id: 'no', text: 'No', outcome: 'rejected' },
  ],
});

test('[TIME-1] [HIST-1] pages, drawings, transactions, members and messages as they were, by sequence and by time', async () => {
  const { call, read, seq } = await open();
  const states: { seq: number; at: number; state: Snapshot }[] = [];
  const note = async () => {
    states.push({ seq: await seq(), at: service.clock.now(), state: await read() });
    service.clock.advance(1000);
  };
  await note();
  const message = (await call('POST', '/messages', { message: { text: 'first' } })).body.data
    .binder_comment_id;
  const page = (await call('POST', '/pages', { type: 'whiteboard', name: 'One' })).body.data.page_id;
  const steps = [step(actors.users.owner), step(actors.users.owner)];
  const createdTransaction = (await call('POST', '/transactions', { title: 'Loan', content: '', steps })).body
    .data;
  await note();
  await call('POST', `/messages/${message}`, { message: { text: 'second' } });
  await call('POST', `/pages/${page}`, { name: 'Two' });
  await call('POST', `/pages/${page}/annotations`, { client_uuid: uuid(1), svg_tag: '<path d="M0 0L9 9"/>' });
  await call(
    'POST',
    `/transactions/${createdTransaction.transaction_id}/steps/${createdTransaction.steps[0].id}`,
    {
      click_button_id: 'yes',
    },
  );
  await call('POST', `/users/${actors.users.editor.id}`, { type: 'BOARD_READ_ONLY' });
  await note();
  await call('DELETE', `/pages/${page}/annotations/${uuid(1)}`);
  await call('DELETE', `/pages/${page}`);
  await call('DELETE', `/transactions/${createdTransaction.transaction_id}`);
  await call('POST', '/removeuser', { id: actors.users.editor.id });
  await note();
  for (const { seq: at, at: time, state } of states) {
    assert.deepEqual(await read(`seq:${at}`), state, `as of seq ${at}`);
    assert.deepEqual(await read(time), state, `as of ${time}`);
  }
  const one = await call(
    'GET',
    `/transactions/${createdTransaction.transaction_id}?as_of=seq:${states[2]?.seq}`,
  );
  assert.deepEqual(one.body.data, states[2]?.state.transactions[0]);
  const then = await call('GET', `/messages/${message}?as_of=seq:${states[1]?.seq}`);
  assert.equal(then.body.data.text, 'first');
  assert.equal((await call('GET', `/messages/${message}?as_of=seq:1`)).status, 404, 'not posted yet');
  const [first] = (await call('GET', '/users')).body.data.users;
  assert.deepEqual([first.type, first.user.id], ['BOARD_OWNER', actors.users.owner.id]);
});

test('[HIST-2] a message that is deleted is in no past any more, and none of its words are kept', async () => {
  const { binderId, call, read, seq } = await open();
  const post = async (text: string) =>
    (await call('POST', '/messages', { message: { text } })).body.data.binder_comment_id;
  const [removed, stays] = [await post('secret one'), await post('stays')];
  await call('POST', `/messages/${removed}`, { message: { text: 'secret two' } });
  await call('POST', `/messages/${removed}/pin`);
  const last = await seq();
  await call('DELETE', `/messages/${removed}`);
  const { messages } = await read(`seq:${last}`);
  assert.deepEqual(
    messages.map(({ id }) => id),
    [stays],
  );
  const storedVersions = await service.env.db.query('SELECT state FROM versions WHERE binder_id = $1', [
    binderId,
  ]);
  assert.doesNotMatch(JSON.stringify(storedVersions), /secret/);
});

test('[HIST-3] an as_of that is none is refused, and one outside of what is known with words', async () => {
  const { binderId, call, seq } = await open();
  const refused = async (asOf: string | number, status: number, words: RegExp) => {
    for (const list of LISTS) {
      const { status: got, body } = await call('GET', `/${list}?as_of=${asOf}`);
      assert.equal(got, status, body.message);
      assert.equal(body.errors[0].path, 'as_of');
      assert.match(body.message, words);
    }
  };
  const last = await seq();
  for (const wrong of ['', 'yesterday', '-1', '1.5', 'seq:', 'seq:-1', '9'.repeat(16), '2026-01-01'])
    await refused(wrong, 400, /milliseconds/);
  await refused(`seq:${last + 1}`, 412, /future/);
  await refused(service.clock.now() + 60_000, 412, /future/);
  await refused('seq:0', 412, /before the binder was created/);
  await refused(1, 412, /before the binder was created/);
  await call('POST', '/messages', { message: { text: 'later' } });
  await service.env.db.query('INSERT INTO version_starts (binder_id, seq) VALUES ($1, $2)', [
    binderId,
    last + 1,
  ]);
  await refused(`seq:${last}`, 412, /which begins at/);
  assert.equal((await call('GET', `/pages?as_of=seq:${last + 1}`)).status, 200);
});

test('[HIST-4] [HIST-6] who reads the binder reads its members and its history, and nobody else', () =>
  actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 },
    changes: false,
    call: async ({ call }, binder) => {
      const answers = await Promise.all(LISTS.map((list) => call('GET', `/${binder}/${list}?as_of=seq:1`)));
      const [first, ...others] = answers;
      assert.ok(first);
      for (const { status } of others) assert.equal(status, first.status);
      return first;
    },
  }));

test('[HIST-4] who is a member no more reads no past in which it was one', async () => {
  const { binderId, call, seq } = await open();
  const { editor } = actors.users;
  const last = await seq();
  await call('POST', '/removeuser', { id: editor.id });
  for (const list of LISTS) {
    const { status } = await service.call('GET', `/${binderId}/${list}?as_of=seq:${last}`, {
      token: editor.token,
    });
    assert.equal(status, 403, list);
  }
});

const operations: ((binder: Binder, now: Snapshot, other: string, nth: number) => Promise<unknown>)[] = [
  ({ call }, _now, _other, nth) => call('POST', '/messages', { message: { text: `message ${nth}` } }),
  ({ call }, now, _other, nth) =>
    call('POST', `/messages/${pick(now.messages, nth)}`, { message: { text: `edited ${nth}` } }),
  ({ call }, now, _other, nth) => call('POST', `/messages/${pick(now.messages, nth)}/pin`),
  ({ call }, now, _other, nth) => call('DELETE', `/messages/${pick(now.messages, nth)}/pin`),
  ({ call }, now, _other, nth) =>
    call('POST', `/messages/${pick(now.messages, nth)}/reactions`, { emoji: '👍' }),
  ({ call }, now, _other, nth) => call('DELETE', `/messages/${pick(now.messages, nth)}`),
  ({ call }, _now, _other, nth) => call('POST', '/pages', { type: 'whiteboard', name: `page ${nth}` }),
  ({ call }, _now, _other, nth) => call('POST', '/pages', { type: 'note', text: `text ${nth}` }),
  ({ call }, now, _other, nth) => call('POST', `/pages/${pick(now.pages, nth)}`, { name: `named ${nth}` }),
  ({ call }, now, _other, nth) =>
    call('POST', `/pages/${pick(now.pages, nth)}`, { page_number: `${nth % 5}.${nth}` }),
  ({ call }, now, _other, nth) =>
    call('POST', `/pages/${pick(now.pages, nth)}`, { text: `other text ${nth}` }),
  ({ call }, now, _other, nth) => call('POST', `/pages/${pick(now.pages, nth)}/comments`, { text: 'look' }),
  ({ call }, now, _other, nth) =>
    call('POST', `/pages/${pick(now.pages, nth)}/annotations`, {
      client_uuid: uuid(nth % 3),
      svg_tag: `<path d="M0 0L${nth} 9"/>`,
    }),
  ({ call }, now, _other, nth) =>
    call('DELETE', `/pages/${pick(now.pages, nth)}/annotations/${uuid(nth % 3)}`),
  ({ call }, now, _other, nth) => call('DELETE', `/pages/${pick(now.pages, nth)}`),
  ({ call, binderId }, now, _other, nth) =>
    call('POST', '/copypages', { source_id: binderId, pages: [{ id: pick(now.pages, nth) }] }),
  ({ binderId }, now, other, nth) =>
    service.call('POST', `/${other}/movepages`, {
      token: actors.users.owner.token,
      json: { source_id: binderId, pages: [{ id: pick(now.pages, nth) }] },
    }),
  ({ call }, _now, _other, nth) =>
    call('POST', '/transactions', {
      title: `transaction ${nth}`,
      content: '',
      steps: [step(actors.users.owner), step(actors.users.owner)],
    }),
  ({ call }, now, _other, nth) => {
    const id = pick(now.transactions, nth);
    const match = now.transactions.find((each) => each.id === id) as { steps?: { id: number }[] } | undefined;
    const button = nth % 3 === 0 ? 'no' : 'yes';
    return call('POST', `/transactions/${id}/steps/${pick(match?.steps ?? [], nth)}`, {
      click_button_id: button,
    });
  },
  ({ call }, now, _other, nth) =>
    call('POST', `/transactions/${pick(now.transactions, nth)}`, { title: `titled ${nth}` }),
  ({ call }, now, _other, nth) =>
    call('POST', `/transactions/${pick(now.transactions, nth)}`, { is_active: nth % 3 > 0 }),
  ({ call }, now, _other, nth) => call('DELETE', `/transactions/${pick(now.transactions, nth)}`),
  ({ call }, _now, _other, nth) => call('POST', '/todos', { name: `to-do ${nth}` }),
  ({ call }, now, _other, nth) =>
    call('POST', `/todos/${pick(now.todos, nth)}`, { description: `more ${nth}`, completed: nth % 2 === 0 }),
  ({ call }, now, _other, nth) =>
    call('POST', `/todos/${pick(now.todos, nth)}`, {
      after_id: nth % 3 === 0 ? 0 : pick(now.todos, nth + 1),
    }),
  ({ call }, now, _other, nth) => call('DELETE', `/todos/${pick(now.todos, nth)}`),
  ({ call }, now, _other, nth) => {
    const page = pick(now.pages, nth);
    return call('DELETE', `/pages/${page}/comments/${pick(now.comments[page] ?? [], nth)}`);
  },
  ({ call }) => call('POST', '/addorguser', { users: [{ user: { id: actors.users.editor.id } }] }),
  ({ call }, _now, _other, nth) =>
    call('POST', `/users/${actors.users.editor.id}`, {
      type: nth % 2 === 0 ? 'BOARD_READ_ONLY' : 'BOARD_READ_WRITE',
    }),
  ({ call }) => call('POST', '/removeuser', { id: actors.users.editor.id }),
];

function pick(among: readonly { id: number }[], nth: number): number {
  return among[nth % among.length]?.id ?? 1;
}

const FIRST: [number, number][] = [0, 6, 7, 17, 22, 22].map((which) => [which, which]);

test('[TIME-1] whatever is done in whatever order, each state is given again as it was', async () => {
  const applied = new Set<number>();
  const all = [...operations.keys(), ...operations.keys(), ...operations.keys()];
  const work = fc
    .tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(99))
    .map(([order, first]) => order.map((which, index) => [which, (first + 37 * index) % 100] as const));
  await fc.assert(
    fc.asyncProperty(work, async (done) => {
      const [binder, target] = [await open(), await open()];
      const states: { seq: number; state: Snapshot }[] = [];
      let seq = await binder.seq();
      let state = await binder.read();
      for (const [which, nth] of [...FIRST, ...done]) {
        if (states.at(-1)?.seq !== seq) states.push({ seq, state });
        await operations[which]?.(binder, state, target.binderId, nth);
        service.clock.advance(1);
        const next = await binder.seq();
        if (next === seq) continue;
        applied.add(which);
        seq = next;
        state = await binder.read();
      }
      const left = new Set((await binder.read()).messages.map(({ id }) => id));
      const erased = new Set(await binder.deletedComments());
      for (const { seq, state } of states) {
        const messages = state.messages.filter(({ id }) => left.has(id));
        const comments = Object.fromEntries(
          Object.entries(state.comments).map(([page, all]) => [
            page,
            all.filter(({ id }) => !erased.has(id)),
          ]),
        );
        assert.deepEqual(await binder.read(`seq:${seq}`), { ...state, messages, comments }, `as of ${seq}`);
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
  const never = operations.filter((_, which) => !applied.has(which));
  assert.ok(never.length < 4, `never succeeded: ${never.join('\n')}`);
});
