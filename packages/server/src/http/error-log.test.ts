import assert from 'node:assert/strict';
import { MediaBusy, MediaTimeout } from '@ringbinder/page-renderer';
import { test } from 'vitest';
import { conflict, damaged, failed, tooManyRequests, unavailable } from '../errors.ts';
import { DatabaseBusy } from '../storage/unavailable.ts';
import { logFailure } from './error-log.ts';

test('[OPS-18] refusals that are to be expected are no errors in the log, faults are', () => {
  const cases = [
    { error: tooManyRequests('too many calls', 1), logs: [] },
    { error: conflict('it is there'), logs: [] },
    { error: unavailable('other binders are being exported or imported', 10), logs: ['info'] },
    { error: unavailable('busy', 1, new MediaBusy('no more jobs')), logs: ['counted'] },
    { error: unavailable('busy', 1, new DatabaseBusy('the database is overloaded')), logs: ['counted'] },
    { error: unavailable('busy', 1, new MediaBusy('killed', { cause: 'exit code 1' })), logs: ['error'] },
    { error: unavailable('slow', 1, new MediaTimeout('too slow')), logs: ['error'] },
    { error: unavailable('full', 60, Object.assign(new Error('x'), { code: 'ENOSPC' })), logs: ['error'] },
    { error: failed(new Error('x')), logs: ['error'] },
    { error: damaged('the chain does not fit'), logs: ['error'] },
  ];
  for (const { error, logs } of cases) {
    const seen: string[] = [];
    const note = (level: string) => () => void seen.push(level);
    const log = { info: note('info'), warn: note('warn'), error: note('error') };
    logFailure(error, { log, server: { countRefusal: note('counted') } } as never);
    assert.deepEqual(seen, logs, error.message);
  }
});
