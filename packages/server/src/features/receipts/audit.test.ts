import assert from 'node:assert/strict';
import { type Actors, createActors, outsiders, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { collectGarbage } from '../files/index.ts';

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
});
afterAll(() => service.close());

test('[HIST-7] the audit of a transaction tells who did what when, and which documents were there', async () => {
  const binderId = await actors.fixture();
  const { owner, editor, viewer } = actors.users;
  const post = async (path: string, json: unknown, { token } = owner) => {
    const answer = await service.call('POST', `/${binderId}${path}`, { token, json });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    service.clock.advance(1000);
    return answer.body.data;
  };
  const { page_id } = await post('/pages', { type: 'note', text: 'first draft' });
  const actions = [{ id: 'ok', text: 'OK', outcome: 'completed' }];
  const step = { assignee: { user_id: editor.id }, actions };
  const other = await post('/transactions', { title: 'Other', content: '', steps: [step] });
  const createdTransaction = await post('/transactions', { title: 'Loan', content: '', steps: [step] });
  await post(`/pages/${page_id}`, { text: 'second draft' });
  const path = `/transactions/${createdTransaction.transaction_id}`;
  const press = () =>
    post(`${path}/steps/${createdTransaction.steps[0].id}`, { click_button_id: 'ok' }, editor);
  await press();
  await post(path, { is_active: true });
  await press();
  await post(`/transactions/${other.transaction_id}`, { title: 'Nothing to do with it' });

  const { body } = await service.call('GET', `/${binderId}${path}/audit`, { token: viewer.token });
  const { transaction, entries, documents, total_documents } = body.data;
  const listed = await service.call('GET', `/${binderId}${path}`, { token: viewer.token });
  assert.deepEqual(transaction, listed.body.data);
  const emittedActors = entries.map(({ kind, actor }: { kind: string; actor: { id: string } }) => [
    kind,
    actor.id,
  ]);
  assert.deepEqual(emittedActors, [
    ['transaction_created', owner.id],
    ['step_completed', editor.id],
    ['transaction_ended', editor.id],
    ['transaction_updated', owner.id],
    ['transaction_reopened', owner.id],
    ['step_completed', editor.id],
    ['transaction_ended', editor.id],
  ]);
  assert.equal(total_documents, 2);
  const [first, second] = documents;
  assert.equal(first.deleted_time, second.created_time, 'one version took the place of the other');
  assert.ok(second.created_time < entries[1].at && second.deleted_time === undefined);
  assert.notEqual(first.sha256, second.sha256);

  const pages = async () => {
    const query = `as_of=${entries[0].at}`;
    const answer = await service.call('GET', `/${binderId}/pages?${query}`, { token: viewer.token });
    return answer.body.data.pages.map((page: { file_id: string; original_file_name: string }) => [
      page.file_id,
      page.original_file_name,
    ]);
  };
  const before = await pages();
  assert.deepEqual(before, [[first.id, first.name]]);
  const removed = await service.call('DELETE', `/${binderId}/files/${first.id}`, { token: owner.token });
  assert.equal(removed.status, 200);
  await collectGarbage(service.env, -1_000);
  const left = await service.env.db.query('SELECT id FROM files WHERE binder_id = $1', [binderId]);
  assert.deepEqual(left, [{ id: second.id }]);
  const later = await service.call('GET', `/${binderId}${path}/audit`, { token: viewer.token });
  assert.deepEqual(later.body.data.documents, documents);
  assert.deepEqual(await pages(), before);
});

test('[HIST-7] what is more than one answer has goes on with a cursor, each list with its own', async () => {
  const binderId = await actors.fixture();
  const { owner } = actors.users;
  const actions = [{ id: 'ok', text: 'OK', outcome: 'completed' }];
  const steps = [{ assignee: { user_id: owner.id }, actions }];
  const json = { title: 'Long', content: '', steps };
  const createdTransaction = await service.call('POST', `/${binderId}/transactions`, {
    token: owner.token,
    json,
  });
  const { transaction_id: id } = createdTransaction.body.data;
  const { db } = service.env;
  await db.query(
    `WITH grown AS (UPDATE binders SET seq = seq + 1500 WHERE id = $1 RETURNING seq - 1500 AS seq)
     INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, grown.seq + n, $2, $3, 'transaction_updated', jsonb_build_object('id', $4::bigint, 'title', n::text)
     FROM grown, generate_series(1, 1500) n`,
    [binderId, service.clock.now(), owner.id, id],
  );
  await db.query(`INSERT INTO blobs (sha256, size, created_at) VALUES ('abc', 1, 0) ON CONFLICT DO NOTHING`);
  await db.query(
    `INSERT INTO files (binder_id, id, name, sha256, size, mime_type, user_id, created_at, updated_at)
     SELECT $1, 'F' || n, n || '.txt', 'abc', 1, 'text/plain', $3, $2, $2 FROM generate_series(1, 250) n`,
    [binderId, service.clock.now(), owner.id],
  );
  const read = async (query: string) => {
    const path = `/${binderId}/transactions/${id}/audit${query}`;
    const { status, body } = await service.call('GET', path, { token: owner.token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const first = await read('');
  assert.deepEqual([first.entries.length, first.documents.length, first.total_documents], [1_000, 200, 250]);
  const entries = await read(`?cursor=${first.next_cursor}`);
  assert.deepEqual([entries.entries.length, entries.next_cursor], [501, undefined]);
  assert.equal(entries.entries[0].seq, first.entries.at(-1).seq + 1);
  const documents = await read(`?documents_cursor=${first.next_documents_cursor}`);
  assert.deepEqual([documents.documents.length, documents.next_documents_cursor], [50, undefined]);
  const ids = [...first.documents, ...documents.documents].map((each) => each.id);
  assert.equal(new Set(ids).size, 250);
  const wrong = `/${binderId}/transactions/${id}/audit?cursor=${first.next_documents_cursor}`;
  assert.equal((await service.call('GET', wrong, { token: owner.token })).status, 400);
});

test('[HIST-7] who reads the binder reads the audits in it, and nobody else', () =>
  actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 },
    changes: false,
    async prepare(binderId) {
      const { owner } = actors.users;
      const step = { assignee: { user_id: owner.id }, actions: [{ id: 'ok', text: 'OK' }] };
      const json = { title: 'Loan', content: '', steps: [step] };
      const { body } = await service.call('POST', `/${binderId}/transactions`, { token: owner.token, json });
      return body.data.transaction_id;
    },
    call: ({ call }, binderId, id) => call('GET', `/${binderId}/transactions/${id}/audit`),
  }));
