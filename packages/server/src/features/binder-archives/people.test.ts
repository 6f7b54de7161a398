import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { AuditListEntry } from '@ringbinder/protocol';
import {
  adminOf,
  type Cast,
  type CreatedUser,
  fileForm,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import type { Transaction } from '../../storage/database.ts';
import { OPERATOR } from '../audit/index.ts';
import { signingKey } from '../receipts/index.ts';
import { sharedStep, stepFor } from '../transactions/testing/workflow.ts';
import { makeArchive } from './make.ts';
import { exportOrg, importOrg } from './org.ts';
import { archiveOf, importTo } from './testing/archive.ts';

let here: TestService;
let there: TestService;
let cast: Cast;
let admin: CreatedUser;
let adminThere: CreatedUser;
beforeAll(async () => {
  here = await startService();
  const { publicKey } = await signingKey(here.env);
  there = await startService({ config: { importKeys: [publicKey.kid] } });
  cast = await here.make.cast();
  admin = await adminOf(here, cast.owner);
  adminThere = await adminOf(there);
});
afterAll(async () => {
  await here.close();
  await there.close();
});

test('[TIME-2] a text that is the id of another partner’s user names nobody', async () => {
  const foreign = await here.make.user({ name: 'Foreign Person' });
  const id = await here.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
  const posted = async (path: string, json: unknown) => {
    const { status, body } = await here.call('POST', `/${id}${path}`, { token: cast.owner.token, json });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const { todos } = await posted('/todos', { name: foreign.id, description: foreign.id });
  await posted(`/todos/${todos[0].id}`, { name: 'Renamed', assignee_id: cast.editor.id });
  const fields = { [foreign.id]: foreign.id };
  await posted('/messages', { message: { text: foreign.id, fields, client_uuid: foreign.id } });
  const step = stepFor(cast.owner);
  const actions = step.actions.map((action) => ({ ...action, payload: foreign.id, feed_msg: foreign.id }));
  const transaction = await posted('/transactions', {
    title: foreign.id,
    content: foreign.id,
    steps: [{ ...step, actions }],
  });
  await posted(`/transactions/${transaction.transaction_id}/steps/${transaction.steps[0].id}`, {
    click_button_id: 'approve',
  });
  const archive = await archiveOf(here, id, cast.owner);
  assert.ok(archive.includes(foreign.id));
  assert.ok(!archive.includes('Foreign Person'));
  assert.equal((await here.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
  assert.equal((await importTo(here, admin, archive)).status, 200);
});

test('[TIME-2] an archive that lists more people than its rows name is imported without them', async () => {
  const foreign = await here.make.user();
  const id = await here.make.binder(cast.owner, [{ user: cast.editor, role: 'editor' }]);
  // Archives of an earlier release listed everybody whose id appeared in a message.
  const { db } = here.env;
  const env = {
    ...here.env,
    db: {
      ...db,
      transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
        db.transaction((tx) => {
          const query = (text: string, values: unknown[] = []) =>
            tx.query(text, text.includes('FROM users') ? [[...(values[0] as string[]), foreign.id]] : values);
          return work({ ...tx, query } as Transaction);
        }),
    },
  };
  const { content } = await makeArchive(env, id);
  const archive = Buffer.concat(await Array.fromAsync(content()));
  assert.ok(archive.includes(foreign.id));
  assert.equal((await here.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
  const { status, body } = await importTo(here, admin, archive);
  assert.deepEqual([status, body.message], [200, undefined]);
  const elsewhere = await importTo(there, adminThere, archive);
  assert.equal(elsewhere.status, 200, elsewhere.body.message);
  assert.deepEqual(await there.env.db.query('SELECT id FROM users WHERE id = $1', [foreign.id]), []);
});

test('[TIME-2] [HTTP-34] names that cannot be shown are cleaned by an import, of people and of the binder', async () => {
  const { db } = here.env;
  const rows: [binder: string, person: string, binderThere: string | null, personThere: string | null][] = [
    ['Loans \u202efdp.exe', 'Ann\u2066 Berg', 'Loans fdp.exe', 'Ann Berg'],
    ['\u3164', '\u2800', null, null],
  ];
  for (const [name, personName, binderThere, personThere] of rows) {
    const person = await here.make.user({ partner: cast.partner });
    const id = await here.make.binder(cast.owner, [{ user: person, role: 'editor' }]);
    // Earlier releases accepted names with invisible characters.
    await db.query('UPDATE binders SET name = $2 WHERE id = $1', [id, name]);
    await db.query('UPDATE users SET name = $2, first_name = $2 WHERE id = $1', [person.id, personName]);
    const { status, body } = await importTo(there, adminThere, await archiveOf(here, id, cast.owner));
    assert.equal(status, 200, body.message);
    assert.equal(body.data.binder.name, binderThere ?? id);
    const [binder] = await there.env.db.query('SELECT name FROM binders WHERE id = $1', [id]);
    assert.deepEqual(binder, { name: binderThere ?? id });
    const [user] = await there.env.db.query('SELECT name, first_name FROM users WHERE id = $1', [person.id]);
    assert.deepEqual(user, { name: personThere ?? person.id, first_name: personThere ?? '' });
  }
});

test('[TIME-2] [HTTP-34] [ORG-32] the commands clean the names and time zones of people, and the audit log names the operator', async () => {
  const id = await here.make.binder(cast.owner);
  const turned = await here.make.user({ partner: cast.partner });
  const wrong = [turned.id, 'Ann\u202e Berg', 'Mars/Base'];
  await here.env.db.query('UPDATE users SET name = $2, timezone = $3 WHERE id = $1', wrong);
  const directory = join(here.directory, 'exported');
  const at = here.clock.now();
  await exportOrg(here.env, directory, { orgId: cast.owner.orgId, at }, () => {});
  const { publicKey } = await signingKey(here.env);
  const target = { orgId: adminThere.orgId, at, trusted: [publicKey.kid] };
  const imported = await importOrg(there.env, directory, target, () => {});
  assert.ok(imported.some(({ binderId }) => binderId === id));
  const [user] = await there.env.db.query('SELECT name, timezone FROM users WHERE id = $1', [turned.id]);
  assert.deepEqual(user, { name: 'Ann Berg', timezone: '' });
  for (const [service, { token, orgId }, action] of [
    [here, admin, 'binder.export'],
    [there, adminThere, 'binder.import'],
  ] as const) {
    const path = `/orgs/${orgId}/audit?action=${action}&target=${id}`;
    const { body } = await service.call('GET', path, { token });
    assert.deepEqual(
      body.data.entries.map(({ actor, target_name }: AuditListEntry) => [actor, target_name]),
      [[{ id: OPERATOR, name: 'Operator of the server' }, 'Test binder']],
      action,
    );
  }
});

test('[TIME-2] [TX-53] [TX-67] [TX-74] [TX-88] presses of several people are the same after an import', async () => {
  const { owner, editor } = cast;
  const id = await here.make.binder(owner, [{ user: editor, role: 'editor' }]);
  const ask = (path: string, json?: unknown) =>
    here.call(json ? 'POST' : 'GET', `/${id}/transactions${path}`, {
      token: owner.token,
      ...(json ? { json } : {}),
    });
  const step = sharedStep([owner, editor], {
    required: 2,
    distinct_from: [1],
    actions: [{ id: 'a', text: 'A' }],
  });
  const form = { action_style: 'FORM', fields: [{ id: 'sum', type: 'number', label: 'Sum' }] };
  const first = sharedStep([owner, editor], { required: 2, actions: [{ id: 'a', text: 'A' }], ...form });
  assert.equal((await ask('', { title: 'T', content: '', steps: [first, step] })).status, 400);
  const note = { token: owner.token, json: { type: 'note', text: 'Terms' } };
  const { page_id } = (await here.call('POST', `/${id}/pages`, note)).body.data;
  const reading = stepFor(owner, { action_style: 'ACKNOWLEDGE', pages: [page_id] });
  const file_requests = [{ id: 'scan', label: 'Scan', max_files: 1 }];
  const files = stepFor(owner, { action_style: 'FILE_REQUEST', file_requests });
  const { body } = await ask('', { title: 'T', content: '', steps: [first, reading, files] });
  const { transaction_id, steps } = body.data;
  const pressed = await ask(`/${transaction_id}/steps/${steps[0].id}`, {
    click_button_id: 'a',
    answers: { sum: 7 },
  });
  assert.equal(pressed.status, 200);
  assert.equal((await ask(`/${transaction_id}/steps/${steps[1].id}/pages/${page_id}`, {})).status, 200);
  const delivered = await here.call(
    'POST',
    `/${id}/transactions/${transaction_id}/steps/${steps[2].id}/files?file_request=scan`,
    { token: owner.token, body: fileForm('A scan', 'scan.txt') },
  );
  assert.equal(delivered.status, 200);
  await here.env.db.query(
    'UPDATE transaction_steps SET delegates = jsonb_build_object($2::text, $3::text) WHERE binder_id = $1 AND required IS NOT NULL',
    [id, owner.id, editor.id],
  );
  const archive = await archiveOf(here, id, owner);
  assert.equal((await importTo(there, adminThere, archive)).status, 200);
  const read = (service: TestService) =>
    service.env.db.query(
      `SELECT id, assignee_id, assignee_ids, required, presses, delegates, distinct_from, not_creator,
         action_style, fields, answers, page_ids, reads, file_requests, deliveries FROM transaction_steps
       WHERE binder_id = $1 ORDER BY id`,
      [id],
    );
  const rows = await read(here);
  assert.equal(Object.keys(rows[0]?.presses ?? {}).length, 1);
  assert.deepEqual(rows[0]?.answers, { [owner.id]: { sum: 7 } });
  assert.match(JSON.stringify(rows[2]?.deliveries), /"request":"scan"/);
  assert.deepEqual(await read(there), rows);
});
