import assert from 'node:assert/strict';
import { test } from 'vitest';
import { loadChecks, readTitle } from './check.ts';
import { readRules } from './rules.ts';
import { reasonUnobservable, unseenIds } from './unobservable.ts';

const rules = readRules().flatMap((group) => group.rules);
const ruleIds = new Set(rules.map(({ id }) => id));
const { calls, answers } = await loadChecks();
const titles = [...calls, ...answers].map(({ title }) => title);
const checked = new Set(titles.flatMap((title) => readTitle(title).rules));

test('every rule has a check, or a reason why it cannot be seen from outside', () => {
  assert.ok(rules.length > 400, 'the rules are read');
  const open = rules.filter(({ id }) => !checked.has(id) && reasonUnobservable(id) === undefined);
  assert.deepEqual(open, []);
});

test('no rule has both a check and a reason against one', () => {
  const both = unseenIds.filter((id) => checked.has(id));
  assert.deepEqual(both, []);
});

test('checks and reasons name rules that exist, and every check proves one', () => {
  const unknown = [...checked, ...unseenIds].filter((id) => !ruleIds.has(id));
  assert.deepEqual(unknown, []);
  const without = titles.filter((title) => readTitle(title).rules.length === 0);
  assert.deepEqual(without, []);
});

test('titles are told apart', () => {
  const twice = titles.filter((title, index) => titles.indexOf(title) !== index);
  assert.deepEqual(twice, []);
});
