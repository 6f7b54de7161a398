import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isUnavailable } from './unavailable.ts';

const coded = (code: string) => Object.assign(new Error('told by the driver'), { code });

test('what means that there is no database, and what means that the statement is wrong', () => {
  for (const code of [
    'ECONNREFUSED',
    'EPIPE',
    '08006',
    '57P01',
    '57014',
    '53300',
    '53100',
    '25P03',
    '25006',
    '58030',
  ])
    assert.equal(isUnavailable(coded(code)), true, code);
  for (const code of ['23505', '22P02', '42601', '40001', '25001', 'EACCES', ''])
    assert.equal(isUnavailable(coded(code)), false, code);
  const denied = (file: string) => Object.assign(coded('42501'), { file });
  assert.equal(isUnavailable(denied('md.c')), true);
  assert.equal(isUnavailable(denied('aclchk.c')), false);
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    assert.equal(isUnavailable(new Error(message)), true, message);
  assert.equal(isUnavailable(new Error('column "connection" does not exist')), false);
  assert.equal(isUnavailable('ECONNREFUSED'), false);
});
