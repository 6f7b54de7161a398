import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { tableClasses } from '../storage/tables.ts';

const source = new URL('../features', import.meta.url).pathname;
const versioned = tableClasses.flatMap(([name, { history }]) => (typeof history === 'string' ? [] : [name]));
const WRITES = new RegExp(
  `(?:INSERT INTO|UPDATE|DELETE FROM) (${versioned.filter((name) => name !== 'files').join('|')})\\b`,
  'g',
);

/** Statements that need not store row versions, with the reason. */
const WITHOUT: Record<string, string> = {
  'binders/queries.ts INSERT INTO binder_members': 'the owner is a member from the first entry on',
  'binders/settings-queries.ts UPDATE binder_members': 'settings are a member’s own',
  'messages/read-marks.ts UPDATE binder_members': 'read marks are a member’s own',
  'notifications/queries.ts UPDATE binder_members': 'read marks are a member’s own',
  'messages/queries.ts INSERT INTO messages': 'ids of messages follow the log',
  'message-rows/insert-message.ts INSERT INTO messages': 'ids of messages follow the log',
  'personal-data/binder-queries.ts UPDATE messages': 'is erased, in the past too',
  'personal-data/binder-queries.ts DELETE FROM annotations': 'is erased, in the past too',
  'files/blobs.ts UPDATE messages': 'of binders that are deleted',
  'personal-data/binder-queries.ts UPDATE page_comments': 'is erased, and was in no past with its words',
  'todos/reminder-queries.ts UPDATE todos': 'that somebody was reminded is not shown',
  'binder-archives/insert-queries.ts UPDATE todos': 'that somebody was reminded is not shown',
  'demo/example.ts INSERT INTO binder_members':
    'right after the binder was made, without an entry in the log',
  'bots/lifecycle/binders.ts DELETE FROM binder_members': 'keeps rows of many binders at once, itself',
  'binder-archives/insert-queries.ts UPDATE transaction_steps':
    'what was due before an import is not announced',
  'transactions/alarm.ts UPDATE transaction_steps':
    'alarms are not shown; who changes due times keeps the rows',
  'transactions/queries.ts INSERT INTO transaction_steps': 'new steps come with their transaction',
  'pages/transfer-queries.ts INSERT INTO annotations': 'they come with their new page',
};

const ARCHIVED_WITH_STEP = ['transactions', 'transaction_steps'];

test('[HIST-5] every statement that changes what has a history keeps the rows as they were', () => {
  const exempt = new Set<string>();
  for (const path of globSync('**/*.ts', { cwd: source })) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue;
    const text = readFileSync(join(source, path), 'utf8');
    const writes = [...text.matchAll(WRITES)].filter(([statement]) => {
      const name = `${path} ${statement}`;
      if (name in WITHOUT) exempt.add(name);
      return !(name in WITHOUT);
    });
    for (const [table, all] of Map.groupBy(writes, ([, table]) => table ?? '')) {
      // Deleting a message erases its versions.
      const storedWrites =
        count(text, `archiveRowVersions('${table}'`) +
        count(text, 'DELETE FROM versions') +
        (ARCHIVED_WITH_STEP.includes(table) ? count(text, '{archiveStep}') : 0);
      assert.equal(
        storedWrites,
        all.length,
        `${path} changes ${table} ${all.length} times, and keeps rows ${storedWrites} times`,
      );
    }
  }
  assert.deepEqual([...exempt].sort(), Object.keys(WITHOUT).sort(), 'no exemption is left over');
});

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
