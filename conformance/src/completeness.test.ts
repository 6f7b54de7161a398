import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groups, onAllAnswers } from './groups/index.ts';
import { readRules } from './rules.ts';
import { reasonUnobservable, unseenIds } from './unobservable.ts';

const rules = readRules().flatMap((group) => group.rules);
const known = new Set(rules.map(({ id }) => id));
const checks = [...groups, onAllAnswers].flatMap((group) => group.checks);
const checked = new Set(checks.flatMap((check) => check.rules));

test('every rule has a check, or a reason why it cannot be seen from outside', () => {
  assert.ok(rules.length > 400, 'the rules are read');
  const open = rules.filter(({ id }) => !checked.has(id) && reasonUnobservable(id) === undefined);
  assert.deepEqual(
    open.map(({ id, text }) => `${id} ${text}`),
    [],
  );
});

test('no rule has both a check and a reason against one', () => {
  assert.deepEqual(
    unseenIds.filter((id) => checked.has(id)),
    [],
  );
});

test('checks and reasons name rules that exist, and every check proves one', () => {
  assert.deepEqual(
    [...checked, ...unseenIds].filter((id) => !known.has(id)),
    [],
  );
  assert.deepEqual(
    checks.filter((check) => check.rules.length === 0),
    [],
  );
});

test('titles are told apart', () => {
  const names = checks.map((check) => `${check.rules.join(' ')} ${check.title}`);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});
