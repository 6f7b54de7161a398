import assert from 'node:assert/strict';
import type { RealtimeEntry } from '@ringbinder/protocol';
import fc from 'fast-check';
import { test } from 'vitest';
import { foldChange, foldEntries } from './fold.ts';
import { withOlderMessages } from './merge-rest-pages.ts';
import { compareDecimals, compareText } from './order.ts';
import { type BinderState, fromSnapshot, keepNewestMessages } from './state.ts';
import { createModel, operations } from './testing/model.ts';

const operation = fc.record({
  kind: fc.constantFrom(...operations),
  choice: fc.nat({ max: 1000 }),
  other: fc.nat({ max: 1000 }),
});

test('[CLIENT-1] snapshot and entries in order are what REST answers, whenever they were read', () => {
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 120 }),
      fc.array(operation, { maxLength: 120 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat({ max: 5 }),
      (before, after, batch, late) => {
        const model = createModel();
        for (const each of before) model.operate(each);
        let { seq } = model;
        let state = fromSnapshot(model.snapshot());
        for (const [index, each] of after.entries()) {
          model.operate(each);
          if (index % batch > 0) continue;
          const end = Math.max(seq, model.seq - late);
          state = foldEntries(state, model.entriesAfter(seq, end));
          seq = end;
        }
        assertSame(foldEntries(state, model.entriesAfter(seq)), fromSnapshot(model.snapshot()));
      },
    ),
    { numRuns: 300 },
  );
});

test('[CLIENT-2] older messages that are read while entries come are neither lost nor doubled nor outdated', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: operation },
    fc.constant('ask' as const),
    fc.constant('answer' as const),
    fc.constant('receive' as const),
  );
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 20, maxLength: 200 }),
      fc.integer({ min: 1, max: 5 }),
      (steps, count) => {
        const model = createModel();
        for (let posted = 0; posted < 12; posted++) model.operate({ kind: 'post', choice: 1, other: 1 });
        let { seq } = model;
        let state = fromSnapshot(model.snapshot(3));
        let pendingRead: { older: ReturnType<typeof model.olderThan>; since: RealtimeEntry[] } | undefined;
        const receive = () => {
          const entries = model.entriesAfter(seq);
          state = foldEntries(state, entries);
          pendingRead?.since.push(...entries);
          seq = model.seq;
        };
        const answer = () => {
          if (pendingRead) state = withOlderMessages(state, pendingRead.older, pendingRead.since);
          pendingRead = undefined;
        };
        for (const each of steps) {
          if (each === 'ask')
            pendingRead ??= { older: model.olderThan(state.messagesFrom, count), since: [] };
          else if (each === 'answer') answer();
          else if (each === 'receive') receive();
          else model.operate(each);
        }
        answer();
        receive();
        while (state.messagesFrom > 0)
          state = withOlderMessages(state, model.olderThan(state.messagesFrom, count), []);
        assertSame(state, fromSnapshot(model.snapshot()));
      },
    ),
    { numRuns: 300 },
  );
});

test('[CLIENT-1] what an entry did not change keeps its reference', () => {
  const model = createModel();
  for (const kind of ['post', 'page', 'todo', 'transaction', 'comment', 'join'] as const)
    for (let count = 0; count < 5; count++) model.operate({ kind, choice: count, other: count });
  const { seq } = model;
  const before = fromSnapshot(model.snapshot());
  model.operate({ kind: 'edit', choice: 2, other: 0 });
  const after = foldEntries(before, model.entriesAfter(seq));
  for (const key of [
    'members',
    'pages',
    'sections',
    'annotations',
    'pageComments',
    'transactions',
    'todos',
    'files',
  ] as const)
    assert.equal(after[key], before[key], key);
  const unchanged = after.messages.filter((message) => before.messages.includes(message));
  assert.equal(unchanged.length, before.messages.length - 1);
  const frozen = freeze(before);
  assert.deepEqual(foldEntries(frozen, model.entriesAfter(seq)), after);
  const [again] = frozen.messages;
  assert.ok(again);
  const same = foldChange(frozen, { type: 'message', id: again.id, value: structuredClone(again) });
  assert.equal(same, frozen, 'a change to the same value changes nothing');
});

test('[CLIENT-2] a state that was shortened takes its older messages back', () => {
  const model = createModel();
  for (let count = 0; count < 10; count++) model.operate({ kind: 'post', choice: 0, other: 0 });
  const whole = fromSnapshot(model.snapshot());
  const short = keepNewestMessages(whole, 4);
  assert.deepEqual([short.messages.length, short.messagesFrom], [4, whole.messages[6]?.id]);
  assert.deepEqual(withOlderMessages(short, model.olderThan(short.messagesFrom, 50), []), whole);
  assert.equal(keepNewestMessages(whole, 10), whole);
});

test('[CLIENT-1] an invitation is known by its org and its address, in any case of letters, or by its id', () => {
  const model = createModel();
  model.operate({ kind: 'invite', choice: 1, other: 1 });
  const state = fromSnapshot(model.snapshot());
  const invited = state.members.find(({ status }) => status === 'BOARD_INVITED');
  assert.ok(invited);
  const { email } = invited.user;
  assert.ok(email && email !== email.toLowerCase());
  const change = { type: 'invited', org_id: 'O1', email, unique_id: null, value: null } as const;
  const after = (more: object) => foldChange(state, { ...change, ...more } as never).members.length;
  const all = state.members.length;
  assert.equal(after({ email: email.toUpperCase() }), all - 1);
  assert.equal(after({ email: email.toLowerCase() }), all - 1);
  assert.equal(after({ org_id: 'O2' }), all, 'another org');
  assert.equal(after({ email: `x${email}` }), all, 'another address');
  assert.equal(after({ unique_id: 'u1' }), all, 'an id beside it');
  const again = { ...invited, user: { ...invited.user, email: email.toLowerCase() } };
  assert.equal(after({ email: email.toLowerCase(), value: again }), all, 'it is not there twice');
  const joined = { ...invited, status: 'BOARD_MEMBER' as const };
  const withMember = { ...state, members: [...state.members.filter((each) => each !== invited), joined] };
  assert.equal(foldChange(withMember, change).members.length, all);
});

test('[CLIENT-1] a change of a kind that is not known yet is passed over', () => {
  const state = fromSnapshot(createModel().snapshot());
  assert.equal(foldChange(state, { type: 'reaction', id: 1 } as never), state);
});

test('[CLIENT-1] text is ordered by code points and page numbers as exact decimals', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.nat({ max: 9 }))
    .map(([whole, digit]) => ({
      text: `${whole}.${digit}0`,
      value: whole * 10n + BigInt(digit),
    }));
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const expected = one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
      assert.equal(Math.sign(compareDecimals(one.text, other.text)), expected);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      assert.equal(Math.sign(compareText(one, other)), Buffer.compare(Buffer.from(one), Buffer.from(other)));
    }),
  );
});

function assertSame(state: BinderState, expected: BinderState): void {
  assert.deepEqual({ ...state, binderSeq: 0 }, expected);
}

function freeze(state: BinderState): BinderState {
  const deep = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    Object.freeze(value);
    for (const inner of Object.values(value)) deep(inner);
  };
  deep(state);
  return state;
}
