import assert from 'node:assert/strict';
import { read } from './client.ts';
import type { Tally, Target } from './posting.ts';

interface Entry {
  seq: number;
  kind: string;
  body: { id: number; text: string };
}

export async function readLog({ base, token, binder }: Target): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const page = await read(base, token, `${binder}/feed?after=${entries.length}`);
    if (page.entries.length === 0) return entries;
    entries.push(...page.entries);
  }
}

export async function assertNothingLost(target: Target, { acknowledged }: Tally): Promise<void> {
  const log = await readLog(target);
  assert.deepEqual(
    log.map(({ seq }) => seq),
    log.map((_, index) => index + 1),
  );
  const posted = log.filter(({ kind }) => kind === 'message_posted');
  const expected = [...acknowledged].map(([text, { id, seq }]) => ({ text, id, seq }));
  assert.deepEqual(
    posted.map(({ seq, body: { id, text } }) => ({ text, id, seq })),
    expected.toSorted((one, other) => one.seq - other.seq),
  );
  const listed: { id: number; text: string }[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; before = listed.at(-1)?.id ?? 0) {
    const { messages } = await read(target.base, target.token, `${target.binder}/messages?before=${before}`);
    if (messages.length === 0) break;
    listed.push(...messages);
  }
  assert.deepEqual(
    listed.map(({ id, text }) => ({ id, text })).toReversed(),
    posted.map(({ body: { id, text } }) => ({ id, text })),
  );
}
