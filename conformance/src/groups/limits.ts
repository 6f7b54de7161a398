import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { status } from '../expect.ts';

const test = checks('limits');

const MINUTE_SECONDS = 60;

test('[LIMIT-5] answers tell the limit, what is left of it and when it begins anew', async (t) => {
  const person = await t.people.newcomer();
  const read = async () => {
    const answer = await person.get('/me');
    const header = (name: string) => {
      assert.match(answer.headers.get(name) ?? '', /^\d+$/);
      return Number(answer.headers.get(name));
    };
    const limit = header('ratelimit-limit');
    const remaining = header('ratelimit-remaining');
    const reset = header('ratelimit-reset');
    assert.ok(remaining < limit, 'less left than the limit');
    assert.ok(reset <= MINUTE_SECONDS, 'a reset within a minute');
    return remaining;
  };
  const [first, second] = [await read(), await read()];
  // Unless a new minute has begun.
  assert.ok(second === first - 1 || second > first, 'one call less left after a call');
});

test('[LIMIT-7] another user’s calls are counted apart', async (t) => {
  const [one, two] = [await t.people.newcomer(), await t.people.newcomer()];
  const left = async (person: typeof one, token: string) => {
    const answer = await t.nobody.get('/me', { authorization: token });
    status(answer, 200);
    void person;
    return Number(answer.headers.get('ratelimit-remaining'));
  };
  const before = await left(two, `Bearer ${two.token}`);
  const spellings = [`Bearer ${one.token}`, `bearer ${one.token}`, `BEARER  ${one.token}`];
  const counts: number[] = [];
  for (const spelling of spellings) counts.push(await left(one, spelling));
  const after = await left(two, `Bearer ${two.token}`);
  const newMinute = after > before || (counts[2] ?? 0) > (counts[0] ?? 0);
  assert.ok(newMinute || after === before - 1, 'a count that others do not change');
  assert.ok(newMinute || counts[2] === (counts[0] ?? 0) - 2, 'one count for every spelling');
});
