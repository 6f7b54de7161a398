import assert from 'node:assert/strict';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { mailboxKey } from './mailbox-key.ts';

test('[SIGNIN-3] spellings that are one address to the database have one key', async () => {
  const points = Array.from({ length: 0x1ffff }, (_, point) => point + 1);
  const letters = points
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((p) => String.fromCodePoint(p));
  const rows = await service.env.db.query<{ letter: string; small: string }>(
    'SELECT letter, lower(letter) AS small FROM unnest($1::text[]) AS letter WHERE lower(letter) <> letter',
    [letters],
  );
  assert.ok(rows.length > 1_000);
  const apart = rows.filter(({ letter, small }) => mailboxKey(letter) !== mailboxKey(small));
  assert.deepEqual(apart, []);
  for (const [one, other] of [
    ['İris@mail.example', 'iris@MAİL.example'],
    ['ΟΔΟΣ@mail.example', 'οδοσ@mail.example'],
  ])
    assert.equal(mailboxKey(one ?? ''), mailboxKey(other ?? ''));
  assert.notEqual(mailboxKey('iris@mail.example'), mailboxKey('irıs@mail.example'));
});
