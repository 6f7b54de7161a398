import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually } from '../eventually.ts';
import { data, done, refused } from '../expect.ts';
import { operatorOf } from '../operator.ts';

const test = checks('transaction-templates');

interface Template {
  id: string;
  version: number;
  roles: string[];
  variables: string[];
}

test('[FLOW-1] [FLOW-2] [FLOW-3] [FLOW-4] [TX-101] a template has versions, and a transaction is created from one', async (t) => {
  const { admin } = await operatorOf(t);
  const templates = `/orgs/${t.owner.orgId}/transaction_templates`;
  const name = `Conformance ${Date.now()} ${Math.random()}`;
  const steps = [{ assignee: { role: 'reviewer' }, actions: [{ id: 'approve', text: 'Approve' }] }];
  const body = { title: 'Loan of {{customer}}', content: '', steps };
  refused(await t.owner.post(templates, { name, body }), 403);
  refused(await admin.post(templates, { name, body: { ...body, title: '{{客 户}}' } }), 400, 'body.title');
  refused(await admin.post(templates, { name, body: { ...body, title: '{{ }}' } }), 400, 'body.title');
  const files = { action_style: 'FILE_REQUEST', file_requests: [{ id: 'scan', label: '{{ }}' }] };
  refused(
    await admin.post(templates, { name, body: { ...body, steps: [{ ...steps[0], ...files }] } }),
    400,
    'body.steps[0].file_requests[0].label',
  );
  const unassigned = { ...body, steps: [{ actions: steps[0]?.actions }] };
  refused(await admin.post(templates, { name, body: unassigned }), 400, 'body.steps[0].assignee');
  const template = data<Template>(await admin.post(templates, { name, body }));
  const path = `${templates}/${template.id}`;
  t.after(() => admin.delete(path));
  assert.deepEqual([template.version, template.roles, template.variables], [1, ['reviewer'], ['customer']]);
  const changed = data<Template>(await admin.post(path, { body: { ...body, title: 'A loan' } }));
  assert.equal(changed.version, 2);
  refused(await admin.post(path, { body, previous_version: 1 }), 409, 'previous_version');
  assert.equal(data<Template>(await t.editor.get(path)).version, 2);
  const fixture = await t.binder();
  const use = {
    template_id: template.id,
    template_version: 1,
    roles: { reviewer: { user_id: t.viewer.id } },
    variables: { customer: 'Ada' },
  };
  const create = (more: object) => t.owner.post(`${fixture.path}/transactions`, { ...use, ...more });
  refused(await create({ roles: {} }), 400, 'roles.reviewer');
  refused(await create({ variables: {} }), 400, 'variables.customer');
  refused(await create({ roles: { reviewer: { user_id: t.sameOrg.id } } }), 412, 'roles.reviewer.user_id');
  refused(await create({ title: 'Loan' }), 400, 'title');
  assert.deepEqual(await fixture.transactions(), []);
  const { transaction_id: id } = data<{ transaction_id: number }>(await create({}));
  const created = data<{ title: string; template: object }>(
    await t.owner.get(`${fixture.path}/transactions/${id}`),
  );
  assert.deepEqual([created.title, created.template], ['Loan of Ada', { id: template.id, version: 1 }]);
  done(await admin.delete(path));
  refused(await admin.get(path), 404);
});

test('[FLOW-10] [FLOW-11] [TX-105] a run creates a transaction in each binder, and reports the others', async (t) => {
  const { admin } = await operatorOf(t);
  const templates = `/orgs/${t.owner.orgId}/transaction_templates`;
  const name = `Conformance ${Date.now()} ${Math.random()}`;
  const steps = [{ assignee: { role: 'reviewer' }, actions: [{ id: 'approve', text: 'Approve' }] }];
  const body = { title: 'Loan of {{customer}}', content: '', steps };
  const { id } = data<Template>(await admin.post(templates, { name, body }));
  t.after(() => admin.delete(`${templates}/${id}`));
  const [mine, foreign] = [await t.binder(), await t.binder(t.outsider, false)];
  const runs = `${templates}/${id}/runs`;
  const input = {
    roles: { reviewer: { user_id: t.viewer.id } },
    variables: { customer: 'Ada' },
    binders: [{ binder_id: mine.id }, { binder_id: foreign.id }],
  };
  refused(await t.owner.post(runs, { ...input, variables: {} }), 400, 'binders[0].variables.customer');
  const run = data<{ id: number; total_count: number }>(await t.owner.post(runs, input));
  assert.equal(run.total_count, 2);
  interface Report {
    state: string;
    binders: { state: string }[];
  }
  const { binders } = await eventually(
    60,
    async () => data<Report>(await t.owner.get(`${runs}/${run.id}`)),
    ({ state }) => state === 'ended',
  );
  assert.deepEqual(
    binders.map(({ state }) => state),
    ['created', 'failed'],
  );
  assert.equal((await mine.transactions()).length, 1);
  const { runs: listed } = data<{ runs: object[] }>(await t.owner.get(runs));
  const { binders: _, ...report } = data<Report>(await t.owner.get(`${runs}/${run.id}`));
  assert.deepEqual(listed, [report]);
  assert.deepEqual(data<{ runs: object[] }>(await t.editor.get(runs)).runs, []);
});
