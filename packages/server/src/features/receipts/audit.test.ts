import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Actors, createActors, outsiders, startService, type TestService } from '@ringbinder/testkit';
import { collectGarbage } from '../files/index.ts';

let service: TestService;
let actors: Actors;
before(async () => {
  service = await startService();
  actors = await createActors(service);
});
after(() => service.close());

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
  const made = await post('/transactions', { title: 'Loan', content: '', steps: [step] });
  await post(`/pages/${page_id}`, { text: 'second draft' });
  const path = `/transactions/${made.transaction_id}`;
  const press = () => post(`${path}/steps/${made.steps[0].id}`, { click_button_id: 'ok' }, editor);
  await press();
  await post(path, { is_active: true });
  await press();
  await post(`/transactions/${other.transaction_id}`, { title: 'Nothing to do with it' });

  const { body } = await service.call('GET', `/${binderId}${path}/audit`, { token: viewer.token });
  const { transaction, entries, documents, total_documents } = body.data;
  const listed = await service.call('GET', `/${binderId}${path}`, { token: viewer.token });
  assert.deepEqual(transaction, listed.body.data);
  const told = entries.map(({ kind, actor }: { kind: string; actor: { id: string } }) => [kind, actor.id]);
  assert.deepEqual(told, [
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

  // Bytes that no page shows are removed, in a day; which they were is still told, and what their page was called.
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
  await collectGarbage(service.env, 0);
  const left = await service.env.db.query('SELECT id FROM files WHERE binder_id = $1', [binderId]);
  assert.deepEqual(left, [{ id: second.id }]);
  const later = await service.call('GET', `/${binderId}${path}/audit`, { token: viewer.token });
  assert.deepEqual(later.body.data.documents, documents);
  assert.deepEqual(await pages(), before);
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
