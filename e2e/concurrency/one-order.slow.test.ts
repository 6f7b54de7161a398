import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Answer, type Cast, startService, type TestService, uploadFile } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createRandom } from '../random.ts';
import { type BinderState, type Entry, replay } from './replay.ts';

const CLIENTS = 200;
const CALLS_OF_A_CLIENT = 6;
const SEED = Number(process.env.ORDER_SEED ?? 20261120);

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService({ config: { databaseConnections: 20 } });
  cast = await service.make.cast();
});
afterAll(() => service.close());

interface CreatedTransaction {
  id: number;
  steps: number[];
}

/** Retries after a 503, with which a slow machine may respond. */
async function accepted(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await setTimeout(1_000 * Number(answer.headers.get('retry-after')));
  }
}

interface Move {
  /** Moving a page creates an entry in both binders. */
  kinds: [binderId: string, kind: string][];
  send(): Promise<Answer>;
}

test('[STORE-18] what 200 clients do to the same things at once is explained by one order of their calls', async (t) => {
  const { owner, editor, viewer } = cast;
  const members = [
    { user: editor, role: 'editor' as const },
    { user: viewer, role: 'viewer' as const },
  ];
  const binders = [
    await service.make.binder(owner, members),
    await service.make.binder(owner, members),
  ] as const;
  const [first] = binders;
  const post = (path: string, json: unknown, token = owner.token) =>
    service.call('POST', path, { token, json });
  const feed = async (binderId: string): Promise<Entry[]> =>
    (await service.call('GET', `/${binderId}/feed`, { token: owner.token })).body.data.entries;

  for (const binderId of binders) {
    const pdf = new Uint8Array(await makePdf({ pages: 12, width: 100, height: 100 }));
    await uploadFile(service, { binderId, token: owner.token }, pdf, 'a.pdf');
  }
  const transactions: CreatedTransaction[] = [];
  const todos: number[] = [];
  for (let count = 0; count < 6; count++) {
    const steps = [1, 2, 2, 3].map((order_number) => ({
      order_number,
      assignee: { user_id: viewer.id },
      actions: [{ id: 'ok', text: 'OK', payload: '', feed_msg: '' }],
    }));
    const { body } = await post(`/${first}/transactions`, { title: 't', content: '', steps });
    transactions.push({
      id: body.data.transaction_id,
      steps: body.data.steps.map(({ id }: { id: number }) => id),
    });
    todos.push((await post(`/${first}/todos`, { name: 't' })).body.data.todos[0].id);
  }

  const random = createRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const delete_ = (path: string) => service.call('DELETE', path, { token: owner.token });
  const moveOf: (() => Move)[] = [
    () => {
      const { id, steps } = pick(transactions);
      const step = pick(steps);
      const send = () =>
        post(`/${first}/transactions/${id}/steps/${step}`, { click_button_id: 'ok' }, viewer.token);
      return { kinds: [[first, 'step_completed']], send };
    },
    () => {
      const { id } = pick(transactions);
      const send = () => post(`/${first}/transactions/${id}`, { is_active: random(3) > 0 });
      return { kinds: [[first, 'transaction_updated']], send };
    },
    () => {
      const { id } = pick(transactions.slice(0, 2));
      return { kinds: [[first, 'transaction_deleted']], send: () => delete_(`/${first}/transactions/${id}`) };
    },
    () => {
      const [from, to] = random(2) ? [binders[0], binders[1]] : [binders[1], binders[0]];
      const page = 1 + random(40);
      const send = () => post(`/${to}/movepages`, { source_id: from, pages: [{ id: page }] }, editor.token);
      return {
        kinds: [
          [from, 'page_moved'],
          [to, 'page_created'],
        ],
        send,
      };
    },
    () => {
      const binderId = pick(binders);
      return {
        kinds: [[binderId, 'page_deleted']],
        send: () => delete_(`/${binderId}/pages/${1 + random(40)}`),
      };
    },
    () => ({
      kinds: [[first, 'todo_deleted']],
      send: () => delete_(`/${first}/todos/${pick(todos.slice(0, 2))}`),
    }),
  ];
  const weights = [0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 4, 5];
  const createdCounts = new Map<string, number>();
  const before = new Map<string, BinderState>();
  const stepsBefore = (transactionId: number, stepId: number): number[] => {
    const { steps } = transactions.find(({ id }) => id === transactionId) as CreatedTransaction;
    const index = steps.indexOf(stepId);
    return steps.slice(0, [0, 1, 1, 3][index]);
  };
  for (const binderId of binders) before.set(binderId, replay(await feed(binderId), stepsBefore));

  const statuses = new Map<number, number>();
  const clientOf = async (moves: Move[]) => {
    for (const { kinds, send } of moves) {
      const { status, body } = await accepted(send);
      assert.ok([200, 404, 409, 412].includes(status), `${status} ${JSON.stringify(body)}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) continue;
      for (const [binderId, kind] of kinds)
        createdCounts.set(`${binderId} ${kind}`, (createdCounts.get(`${binderId} ${kind}`) ?? 0) + 1);
    }
  };
  const plans = Array.from({ length: CLIENTS }, () =>
    Array.from({ length: CALLS_OF_A_CLIENT }, () => (moveOf[pick(weights)] as () => Move)()),
  );
  await Promise.all(plans.map(clientOf));
  t.annotate(`seed ${SEED}: ${[...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')}`);

  for (const binderId of binders) {
    const state = replay(await feed(binderId), stepsBefore);
    for (const kind of [
      'step_completed',
      'transaction_updated',
      'transaction_deleted',
      'page_moved',
      'page_created',
      'page_deleted',
      'todo_deleted',
    ]) {
      const since = (state.counts.get(kind) ?? 0) - (before.get(binderId)?.counts.get(kind) ?? 0);
      assert.equal(
        since,
        createdCounts.get(`${binderId} ${kind}`) ?? 0,
        `each success is told once: ${kind}`,
      );
    }
    await compare(binderId, state);
  }

  async function compare(binderId: string, state: BinderState): Promise<void> {
    const get = async (what: string) =>
      (await service.call('GET', `/${binderId}/${what}`, { token: owner.token })).body.data;
    const pages: { id: number }[] = (await get('pages')).pages;
    assert.deepEqual(new Set(pages.map(({ id }) => id)), state.pages);
    const visible: {
      id: number;
      is_active: boolean;
      outcome?: string;
      steps: { id: number; status: string }[];
    }[] = (await get('transactions')).transactions;
    const actual = visible.map(({ id, is_active, outcome, steps }) => {
      const done = steps.filter(({ status }) => status === 'completed').map((step) => step.id);
      return [id, { active: is_active, ended: outcome !== undefined, done: new Set(done) }] as const;
    });
    assert.deepEqual(new Map(actual), state.transactions);
    const left: { id: number; completed: boolean }[] = (await get('todos')).todos;
    assert.deepEqual(new Map(left.map(({ id, completed }) => [id, completed])), state.todos);
  }
});
