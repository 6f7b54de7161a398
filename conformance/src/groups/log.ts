import { createHash } from 'node:crypto';
import { group } from '../check.ts';
import { data, done, expectShape, holds, refused, same } from '../expect.ts';
import { feed } from '../resources.ts';
import { list, numericId, object, text, time } from '../shape.ts';
import { stepFor } from '../trial.ts';

const upTo = (seq: number) => Array.from({ length: seq }, (_, index) => index + 1);

const chainShape = object({
  epoch: text,
  seq: numericId,
  hash: text,
  entries: list(
    object({
      seq: numericId,
      at: time,
      actor_id: text,
      kind: text,
      epoch: text,
      salt: text,
      body_hash: text,
      hash: text,
    }),
  ),
});

/** SHA-256 of the canonical JSON (RFC 8785) of a value. */
function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

export const log = group('log', (check) => {
  check('LOG-1', 'every change appends one entry that names its actor', async (t) => {
    const fixture = await t.binder();
    const { path } = fixture;
    const note = await fixture.note();
    const workflow = await fixture.workflow([stepFor(t.viewer)]);
    const changes: [string, () => Promise<unknown>][] = [
      ['a message', () => fixture.say('x')],
      ['a new name', () => t.owner.post(path, { name: 'y' })],
      ['a comment', () => t.owner.post(`${path}/pages/${note.id}/comments`, { text: 'x' })],
      ['a change of a transaction', () => t.owner.post(workflow.path, { title: 'y' })],
      [
        'a new member',
        () => t.owner.post(`${path}/addorguser`, { users: [{ user: { id: t.colleague.id } }] }),
      ],
      ['a deleted page', () => t.owner.delete(`${path}/pages/${note.id}`)],
      ['a to-do', () => fixture.todo('x')],
      ['a deleted transaction', () => t.owner.delete(workflow.path)],
    ];
    for (const [what, change] of changes) {
      const before = await fixture.seq();
      await change();
      const entries = await fixture.entries(before);
      same(
        entries.map(({ actor }) => actor.id),
        [t.owner.id],
        `one entry for ${what}, by the owner`,
      );
    }
  });

  check(
    'LOG-2 LOG-9',
    'seq begins at 1 and has no gap, and times never go back, also with writers at once',
    async (t) => {
      const fixture = await t.binder();
      await Promise.all(
        upTo(12).map((index) => fixture.say(`message ${index}`, index % 2 ? t.owner : t.editor)),
      );
      const entries = await fixture.entries();
      same(
        entries.map(({ seq }) => seq),
        upTo(await fixture.seq()),
        'the seqs',
      );
      const times = entries.map(({ at }) => at);
      same(times, times.toSorted(), 'the times in their order');
    },
  );

  check('TIME-3', 'every hash of the chain can be worked out from the feed', async (t) => {
    const fixture = await t.binder();
    await fixture.say('“one” \u{1f600}');
    const entries = await fixture.entries();
    const chain = data(await t.viewer.get(`${fixture.path}/chain`), chainShape);
    same(chain.entries.length, entries.length, 'a link for each entry');
    let previous = '0'.repeat(64);
    for (const [index, { seq, at, actor, kind, body }] of entries.entries()) {
      const { salt, hash, epoch } = chain.entries[index] ?? {};
      const body_hash = hashOf({ body, salt });
      const fields = { actor_id: actor.id, at, binder_id: fixture.id, body_hash, epoch, kind, seq };
      previous = hashOf({ entry: hashOf(fields), previous });
      same(hash, previous, `the hash of entry ${seq}`);
    }
    same(chain.hash, previous, 'the hash of the chain');
  });

  check(
    'TIME-2',
    'an archive is the same bytes until something changes, and for the owner alone',
    async (t) => {
      const fixture = await t.binder();
      await fixture.say('Keep this');
      const get = () => t.owner.get(`${fixture.path}/archive`);
      const [first, again] = [await get(), await get()];
      holds(first.status === 200 && first.bytes.equals(again.bytes), 'the same bytes twice', again);
      await fixture.say('And this');
      holds(!first.bytes.equals((await get()).bytes), 'other bytes after a message', first);
      refused(await t.viewer.get(`${fixture.path}/archive`), 403);
    },
  );

  check('GDPR-1', 'a user downloads what is kept of them, and nothing that others wrote', async (t) => {
    const fixture = await t.binder();
    const mine = `mine-${fixture.id}`;
    const others = `others-${fixture.id}`;
    await fixture.say(others, t.owner);
    await fixture.say(mine, t.editor);
    const kept = await t.editor.get('/me/data');
    holds(kept.status === 200 && kept.bytes.includes(mine), 'a tar with the message', kept);
    holds(!kept.bytes.includes(others), 'without the message of somebody else', kept);
  });

  check('LOG-3', 'a change that is refused halfway leaves no entry', async (t) => {
    const fixture = await t.binder();
    const before = await fixture.entries();
    const users = [{ user: { id: t.colleague.id } }, { user: { id: `U${'0'.repeat(22)}` } }];
    refused(await t.owner.post(`${fixture.path}/inviteuser`, { users }), 404);
    same(await fixture.entries(), before, 'the log');
  });

  check('LOG-4', 'the feed gives entries after a seq, in order, and the latest seq', async (t) => {
    const fixture = await t.binder();
    for (let index = 0; index < 4; index++) await fixture.say(`message ${index}`);
    const whole = data(await t.viewer.get(`${fixture.path}/feed`), feed);
    same(whole.seq, whole.entries.length, 'the latest seq');
    const part = data(await t.viewer.get(`${fixture.path}/feed?after=2&limit=2`), feed);
    same(part.entries, whole.entries.slice(2, 4), 'two entries after the second');
    same(part.seq, whole.seq, 'the latest seq');
    same(
      data(await t.viewer.get(`${fixture.path}/feed?after=${whole.seq}`), feed).entries,
      [],
      'entries after the last',
    );
    refused(await t.viewer.get(`${fixture.path}/feed?after=x`), 400, 'after');
    refused(await t.viewer.get(`${fixture.path}/feed?wait=31`), 400, 'wait');
  });

  check('LOG-4', 'an entry tells when, who and what', async (t) => {
    const fixture = await t.binder();
    const before = Date.now();
    const id = await fixture.say('x', t.editor);
    const entry = (await fixture.entries()).at(-1);
    same(
      [entry?.kind, entry?.actor],
      ['message_posted', { id: t.editor.id, name: t.editor.name }],
      'kind and actor',
    );
    same(entry?.body.id, id, 'the id of the message');
    holds(Math.abs((entry?.at ?? 0) - before) < 300_000, 'a time of now', entry?.at);
  });

  check('LOG-5', '`wait` holds the answer until an entry comes, or the time is over', async (t) => {
    const fixture = await t.binder();
    const seq = await fixture.seq();
    const started = performance.now();
    same(
      data(await t.viewer.get(`${fixture.path}/feed?after=${seq}&wait=1`), feed).entries,
      [],
      'entries when nothing comes',
    );
    const waited = performance.now() - started;
    holds(waited > 900, 'an answer after a second', `${Math.round(waited)} ms`);
    const waiting = t.viewer.get(`${fixture.path}/feed?after=${seq}&wait=30`);
    const id = await fixture.say('awaited');
    const { entries } = data(await waiting, feed);
    same(
      entries.map(({ body }) => body.id),
      [id],
      'the entry that came',
    );
    holds(performance.now() - started < 25_000, 'an answer as soon as the entry comes', 'a late one');
  });

  check('LOG-6', 'who knows a seq catches up with everything after it', async (t) => {
    const fixture = await t.binder();
    const known = await fixture.seq();
    const note = await fixture.note();
    await fixture.say('x');
    done(await t.owner.delete(`${fixture.path}/pages/${note.id}`));
    let after = known;
    const caughtUp: unknown[] = [];
    for (;;) {
      const { entries } = data(await t.viewer.get(`${fixture.path}/feed?after=${after}&limit=1`), feed);
      if (entries.length === 0) break;
      caughtUp.push(...entries);
      after = entries[0]?.seq ?? after;
    }
    same(caughtUp, await fixture.entries(known), 'the entries read one by one');
    expectShape(caughtUp, list(object({ seq: numericId })), 'the entries');
  });
});
