import assert from 'node:assert/strict';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { ELSEWHERE } from '../features/personal-data/export-queries.ts';
import { tableClasses } from './tables.ts';

const OF_A_PERSON = /(^|_)(user|actor|creator|assignee|host|owner|person)_id$|_by$|^mentions$|^user_[ab]$/;
const NOT_OF_A_PERSON = ['saml_idps.owner_id', 'saml_identities.owner_id'];

interface Table extends Record<string, unknown> {
  name: string;
  columns: string[];
  primaryKey: string[];
  users: string[];
}

function readTables(): Promise<Table[]> {
  return service.env.db.query<Table>(
    `SELECT c.relname::text AS name,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
       ARRAY(SELECT attname::text FROM pg_constraint k CROSS JOIN unnest(k.conkey) WITH ORDINALITY AS part (number, place)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = part.number
         WHERE k.conrelid = c.oid AND k.contype = 'p' ORDER BY place) AS "primaryKey",
       ARRAY(SELECT attname::text FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = c.oid AND k.conkey = ARRAY[a.attnum]
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'users'::regclass) AS users
     FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
}

const classes = new Map(tableClasses);

test('[TIME-2] [HIST-5] [GDPR-1] every table has a class: archive, history, data of a person', async () => {
  const names = (await readTables()).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...classes.keys()].toSorted());
});

test('[TIME-2] a table of a binder is archived in the order of its key, or says why it is not', async () => {
  for (const { name, columns, primaryKey } of await readTables()) {
    const { archive = '', history = '' } = classes.get(name) ?? {};
    const isOfBinder = columns.includes('binder_id') || name === 'binders';
    assert.equal(archive === 'not of a binder', !isOfBinder, name);
    if (typeof archive === 'string') {
      assert.equal(typeof history, 'string', `${name} has a history`);
      continue;
    }
    const key = primaryKey.filter((column) => column !== 'binder_id');
    assert.deepEqual(
      key.filter((column) => !archive.order.includes(column)),
      [],
      name,
    );
  }
});

test('[GDPR-1] [TIME-2] a column with the id of a person has a class, and classes name only columns that exist', async () => {
  for (const { name, columns, users } of await readTables()) {
    const { archive = '', exported = '', named = [] } = classes.get(name) ?? {};
    const omitted = typeof archive === 'string' ? [] : archive.omitted;
    const listedColumns = [...(typeof exported === 'string' ? [] : exported), ...named, ...omitted];
    assert.deepEqual(
      listedColumns.filter((column) => !columns.includes(column)),
      [],
      name,
    );
    const people = columns.filter(
      (column) =>
        users.includes(column) ||
        (OF_A_PERSON.test(column) && !NOT_OF_A_PERSON.includes(`${name}.${column}`)),
    );
    // An import creates the people whom an archive's rows reference.
    const isCovered =
      typeof archive === 'string' && typeof exported === 'string' && exported !== 'names nobody';
    assert.deepEqual(isCovered ? [] : people.filter((column) => !listedColumns.includes(column)), [], name);
  }
});

test('[GDPR-1] a table outside of archives whose rows are given to a person is read for them', () => {
  const exported = tableClasses.filter(
    ([, each]) => typeof each.archive === 'string' && typeof each.exported !== 'string',
  );
  const read = Object.values(ELSEWHERE).map((statement) => /FROM (\w+)/.exec(statement)?.[1]);
  assert.deepEqual(read.toSorted(), exported.map(([name]) => name).toSorted());
});
