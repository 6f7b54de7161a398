import assert from 'node:assert/strict';
import { adminOf, type Cast, type CreatedUser, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { createWorkflow, type Workflow } from '../testing/workflow.ts';

const { call, make, env } = service;
const HOUR = 3_600_000;

let cast: Cast;
let workflow: Workflow;
let admin: CreatedUser;
beforeEach(async () => {
  cast = await make.cast();
  workflow = createWorkflow(service, cast);
  admin = await adminOf(service, cast.owner);
});

const path = (id?: string) =>
  `/orgs/${cast.owner.orgId}/transaction_templates${id === undefined ? '' : `/${id}`}`;
const post = (json: unknown, token = admin.token) => call('POST', path(), { token, json });
const change = (id: string, json: unknown, token = admin.token) => call('POST', path(id), { token, json });

const body = {
  title: 'Loan of {{customer}}',
  content: '{{amount}} for {{customer}}',
  due_in: 48 * HOUR,
  reminders: [HOUR],
  observers: [{ role: 'clerk' }],
  steps: [
    {
      assignee: { role: 'reviewer' },
      due_in: 24 * HOUR,
      escalation: { assignee: { role: 'clerk' }, after: HOUR },
      action_style: 'FORM',
      fields: [{ id: 'income', type: 'number', label: 'Income of {{customer}}', help: 'Of {{year}}' }],
      actions: [
        {
          id: 'send',
          text: 'Confirm {{customer}}',
          payload: '{{customer}}',
          feed_msg: 'confirmed {{customer}}',
          display_status: { text: 'Seen for {{customer}}', style: 'INFO' },
        },
      ],
    },
    {
      assignees: [{ role: 'reviewer' }, { role: 'clerk' }],
      required: 1,
      actions: [{ id: 'approve', text: 'Approve' }],
    },
  ],
};
const variables = { customer: 'Ada <b>{{amount}}</b> & $1', amount: '20,000', year: '2026' };

async function templateOf(more: object = {}, name = 'Loan'): Promise<string> {
  const answer = await post({ name, body: { ...body, ...more } });
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data.id;
}
const roles = () => ({ reviewer: { user_id: cast.editor.id }, clerk: { user_id: cast.viewer.id } });

test('[FLOW-1] admins create, read, rename, version and delete templates, which all users of the org read', async () => {
  const { owner, otherOrg } = cast;
  const created = await post({ name: 'Loan', body });
  assert.equal(created.status, 200, created.body.message);
  const { id, version } = created.body.data;
  assert.equal(version, 1);
  assert.deepEqual(created.body.data.roles, ['reviewer', 'clerk']);
  assert.deepEqual(created.body.data.variables, ['customer', 'amount', 'year']);
  const second = await change(id, { name: 'The loan', body: { ...body, title: 'A loan' } });
  assert.deepEqual([second.status, second.body.data.version, second.body.data.name], [200, 2, 'The loan']);
  const read = (query = '') => call('GET', path(id) + query, { token: owner.token });
  assert.equal((await read()).body.data.body.title, 'A loan');
  assert.deepEqual((await read('?version=1')).body.data.body, created.body.data.body);
  assert.equal((await read('?version=3')).status, 404);
  const listed = await call('GET', path(), { token: owner.token });
  assert.deepEqual(
    listed.body.data.templates.map((each: { id: string; version: number }) => [each.id, each.version]),
    [[id, 2]],
  );
  assert.equal((await post({ name: 'Mine', body }, owner.token)).status, 403);
  assert.equal((await change(id, { name: 'Mine' }, owner.token)).status, 403);
  assert.equal((await call('DELETE', path(id), { token: owner.token })).status, 403);
  assert.equal((await call('GET', path(), { token: otherOrg.token })).status, 403);
  assert.equal((await call('GET', path(id), { token: otherOrg.token })).status, 403);
  assert.equal((await call('DELETE', path(id), { token: admin.token })).status, 200);
  assert.equal((await read()).status, 404);
  const audit = await call('GET', `/orgs/${owner.orgId}/audit`, { token: admin.token });
  const entries = audit.body.data.entries.filter((each: { action: string }) =>
    each.action.startsWith('template.'),
  );
  assert.deepEqual(
    entries.map((each: { action: string; details: unknown }) => [each.action, each.details]),
    [
      ['template.delete', { name: 'The loan' }],
      ['template.update', { name: 'The loan', version: 2 }],
      ['template.create', { name: 'Loan' }],
    ],
  );
});

test('[FLOW-1] a change that is based on an earlier version is refused, and of two simultaneous ones one counts', async () => {
  const id = await templateOf();
  const based = (previous_version: number, more: object) => change(id, { previous_version, ...more });
  assert.equal((await based(1, { body })).body.data.version, 2);
  for (const more of [{ body }, { name: 'Other' }, { name: 'Other', body }])
    expectRefusal(await based(1, more), 409, 'previous_version');
  expectRefusal(await based(2, {}), 400, '');
  const answers = await Promise.all(Array.from({ length: 5 }, () => based(2, { body, name: 'Other' })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409]);
  const { name, version } = (await call('GET', path(id), { token: admin.token })).body.data;
  assert.deepEqual([name, version], ['Other', 3]);
});

test('[FLOW-2] [FLOW-4] roles and variables have letters of any script', async () => {
  const steps = [{ assignee: { role: '经理' }, actions: [{ id: 'ok', text: '同意 {{العميل}}' }] }];
  const id = await templateOf({
    title: '{{客户_1}} e\u0301',
    content: '',
    observers: [{ role: 'é' }],
    steps,
  });
  const read = await call('GET', path(id), { token: admin.token });
  assert.deepEqual(
    [read.body.data.roles, read.body.data.variables],
    [
      ['经理', 'é'],
      ['客户_1', 'العميل'],
    ],
  );
  const use = (given: object) => workflow.post({ template_id: id, ...given });
  const roles = { 经理: { user_id: cast.editor.id }, é: { user_id: cast.viewer.id } };
  expectRefusal(
    await use({ roles: { é: roles.é }, variables: { 客户_1: 'a', العميل: 'b' } }),
    400,
    'roles.经理',
  );
  expectRefusal(await use({ roles, variables: { 客户_1: '王' } }), 400, 'variables.العميل');
  const created = await use({ roles, variables: { 客户_1: '王', العميل: 'ليلى' } });
  assert.equal(created.status, 200, created.body.message);
  for (const name of ['1客户', '经 理', '😀', ''])
    expectRefusal(
      await post({ name: 'Odd', body: { ...body, steps: [{ ...steps[0], assignee: { role: name } }] } }),
      400,
      'body.steps[0].assignee.role',
    );
  expectRefusal(await post({ name: 'Odd', body: { ...body, title: '{{客 户}}' } }), 400, 'body.title');
});

test('[FLOW-1] simultaneous changes of a template are one version each', async () => {
  const id = await templateOf();
  const answers = await Promise.all(
    [1, 2, 3, 4].map((each) => change(id, { body: { ...body, title: `Title ${each}` } })),
  );
  assert.deepEqual(answers.map((each) => each.body.data.version).sort(), [2, 3, 4, 5]);
});

test('[FLOW-2] a template that no transaction could follow is refused with the field', async () => {
  const [form, last] = body.steps;
  const refuse = async (steps: unknown[], field: string, more: object = {}) =>
    expectRefusal(await post({ name: 'Refused', body: { ...body, steps, ...more } }), 400, `body.${field}`);
  await refuse([], 'steps');
  await refuse([{ ...last, assignees: undefined }], 'steps[0].assignee');
  await refuse([{ ...last, assignees: [{ role: 'a' }, { role: 'a' }] }], 'steps[0].assignees[1]');
  await refuse([{ ...last, assignees: [{ role: 'a' }, {}] }], 'steps[0].assignees[1]');
  await refuse([{ ...last, assignees: [{ role: 'a b' }, {}] }], 'steps[0].assignees[0].role');
  await refuse([{ ...last, required: 3 }], 'steps[0].required');
  await refuse([{ ...last, distinct_from: [2] }], 'steps[0].distinct_from[0]');
  await refuse([{ ...form, fields: undefined }], 'steps[0].fields');
  await refuse([{ ...last, action_style: 'ACKNOWLEDGE' }], 'steps[0].action_style');
  await refuse([form], 'steps[0].escalation', { steps: [{ ...form, due_in: undefined }], due_in: undefined });
  await refuse([last], 'title', { title: 'Loan of {{ customer }}' });
  await refuse([last], 'content', { content: 'Loan of {{customer' });
  await refuse([{ ...last, actions: [{ id: 'a', text: 'For {{1}}' }] }], 'steps[0].actions[0].text');
  const id = await templateOf();
  expectRefusal(await post({ name: 'LOAN', body }), 409, 'name');
  expectRefusal(await change(id, { body: { ...body, steps: [] } }), 400, 'body.steps');
  const { data } = (await call('GET', path(), { token: admin.token })).body;
  assert.deepEqual(
    data.templates.map((each: { version: number }) => each.version),
    [1],
    'nothing was stored',
  );
});

test('[FLOW-3] a member creates a transaction from a version, with people for roles and texts for variables', async () => {
  const id = await templateOf();
  await change(id, { body: { ...body, title: 'Version 2 for {{customer}}' } });
  const before = env.clock.now();
  const use = { template_id: id, template_version: 1, roles: roles(), variables };
  const { status, body: answer } = await workflow.post(use, cast.editor.token);
  assert.equal(status, 200, answer.message);
  const { data } = (await workflow.get(answer.data.transaction_id)).body;
  const customer = 'Ada <b>{{amount}}</b> & $1';
  assert.equal(data.title, `Loan of ${customer}`, 'a value is inserted as it is, once');
  assert.equal(data.content, `20,000 for ${customer}`);
  assert.deepEqual(data.template, { id, version: 1 });
  assert.deepEqual(data.observers, [{ id: cast.viewer.id, name: cast.viewer.name }]);
  const [form, last] = data.steps;
  assert.equal(form.assignee.user_id, cast.editor.id);
  assert.equal(form.fields[0].label, `Income of ${customer}`);
  assert.equal(form.fields[0].help, 'Of 2026');
  const { text, payload, feed_msg, display_status } = form.actions[0];
  assert.deepEqual(
    [text, payload, feed_msg, display_status.text],
    [`Confirm ${customer}`, customer, `confirmed ${customer}`, `Seen for ${customer}`],
  );
  assert.equal(form.escalation.assignee.user_id, cast.viewer.id);
  assert.ok(form.due_time >= before + 24 * HOUR && form.due_time <= env.clock.now() + 24 * HOUR);
  assert.equal(last.due_time - form.due_time, 24 * HOUR);
  assert.deepEqual(
    last.assignees.map((each: { user_id: string }) => each.user_id),
    [cast.editor.id, cast.viewer.id],
  );
  const latest = await workflow.post({ template_id: id, roles: roles(), variables });
  const shown = (await workflow.get(latest.body.data.transaction_id)).body.data;
  assert.deepEqual([shown.title, shown.template.version], [`Version 2 for ${customer}`, 2]);
  await call('DELETE', path(id), { token: admin.token });
  assert.deepEqual((await workflow.get(answer.data.transaction_id)).body.data.template, { id, version: 1 });
});

test('[FLOW-4] a use that does not fit is refused with each field, and nothing is half created', async () => {
  const id = await templateOf();
  const { editor, viewer, sameOrg, otherOrg } = cast;
  const state = await workflow.state();
  const refuse = async (use: object, status: number, field: string, token = cast.owner.token) =>
    expectRefusal(
      await workflow.post({ template_id: id, roles: roles(), variables, ...use }, token),
      status,
      field,
    );
  const huge = await templateOf({ content: '{{amount}}'.repeat(6_000) }, 'Huge');
  const amount = 'x'.repeat(4_000);
  await refuse({ template_id: huge, variables: { ...variables, amount } }, 400, 'variables');
  const { body: both } = await workflow.post({ template_id: id, roles: {}, variables: { other: 'x' } });
  assert.deepEqual(
    both.errors.map((each: { path: string }) => each.path),
    [
      ...['roles.reviewer', 'roles.clerk', 'variables.customer', 'variables.amount', 'variables.year'],
      'variables.other',
    ],
  );
  const reviewer = { user_id: editor.id };
  await refuse({ roles: { reviewer } }, 400, 'roles.clerk');
  await refuse({ roles: { ...roles(), judge: reviewer } }, 400, 'roles.judge');
  await refuse({ roles: { ...roles(), clerk: {} } }, 400, 'roles.clerk');
  await refuse({ roles: { ...roles(), clerk: { user_id: sameOrg.id } } }, 412, 'roles.clerk.user_id');
  await refuse({ roles: { reviewer, clerk: reviewer } }, 400, 'roles.clerk');
  await refuse({ variables: { ...variables, more: 'x' } }, 400, 'variables.more');
  await refuse({ variables: { ...variables, year: 1 } }, 400, 'variables.year');
  await refuse({ variables: { ...variables, customer: 'x'.repeat(1_000) } }, 400, 'variables.customer');
  await refuse({ variables: { ...variables, customer: 'a\u202eb' } }, 400, 'variables.customer');
  await refuse({ template_version: 2 }, 404, 'template_version');
  await refuse({ template_id: `W${'0'.repeat(22)}` }, 404, 'template_id');
  await refuse({ template_id: 'loan' }, 400, 'template_id');
  await refuse({ title: 'Loan' }, 400, 'title');
  await refuse({ steps: [{ assignee: reviewer, actions: [{ id: 'a', text: 'A' }] }] }, 400, 'steps');
  expectRefusal(await workflow.post({ roles: roles(), title: 'x', content: '', steps: [] }), 400, 'steps');
  assert.equal(
    (await workflow.post({ template_id: id, roles: roles(), variables }, viewer.token)).status,
    403,
  );
  const foreign = await call('POST', `/orgs/${otherOrg.orgId}/transaction_templates`, {
    token: (await adminOf(service, otherOrg)).token,
    json: { name: 'Foreign', body },
  });
  await refuse({ template_id: foreign.body.data.id }, 404, 'template_id');
  assert.deepEqual(await workflow.state(), state);
});

test('[TX-101] variables in the labels, explanations and options of a form and of requested files are filled in', async () => {
  const assignee = { role: 'reviewer' };
  const actions = [{ id: 'send', text: 'Send' }];
  const steps = [
    {
      ...{ assignee, actions, action_style: 'FORM' },
      fields: [
        { id: 'kind', type: 'choice', label: 'Kind for {{customer}}', options: ['{{product}}', 'Another'] },
        { id: 'scan', type: 'file', label: 'Passport of {{customer}}', help: 'For {{product}}' },
      ],
    },
    {
      ...{ assignee, actions, action_style: 'FILE_REQUEST' },
      file_requests: [{ id: 'slip', label: 'Payslip of {{customer}}', help: 'Of {{year}}' }],
    },
  ];
  const created = await post({ name: 'Files', body: { title: 'Loan', content: '', steps } });
  assert.equal(created.status, 200, created.body.message);
  assert.deepEqual(created.body.data.variables, ['customer', 'product', 'year']);
  const use = (values: object) =>
    workflow.post({
      template_id: created.body.data.id,
      roles: { reviewer: { user_id: cast.editor.id } },
      variables: values,
    });
  const values = { customer: 'Ada', product: 'House', year: '2026' };
  const made = await use(values);
  assert.equal(made.status, 200, made.body.message);
  const [form, files] = await workflow.steps(made.body.data.transaction_id);
  assert.deepEqual(
    form?.fields?.map(({ label, help, options }) => [label, help, options]),
    [
      ['Kind for Ada', undefined, ['House', 'Another']],
      ['Passport of Ada', 'For House', undefined],
    ],
  );
  assert.deepEqual(
    [form, files].map((step) => step?.file_requests?.map(({ label, help }) => [label, help])),
    [[['Passport of Ada', 'For House']], [['Payslip of Ada', 'Of 2026']]],
  );
  expectRefusal(await use({ ...values, unknown: 'x' }), 400, 'variables.unknown');
  expectRefusal(await use({ customer: 'Ada', year: '2026' }), 400, 'variables.product');
  expectRefusal(await use({ ...values, product: 'Another' }), 400, 'variables.product');
});

test('[TX-101] a text of a form or a file with {{ that begins no variable is refused', async () => {
  const step = { assignee: { role: 'reviewer' }, actions: [{ id: 'send', text: 'Send' }] };
  const choice = { id: 'kind', type: 'choice', label: 'Kind', options: ['{{ product }}'] };
  const slip = { id: 'slip', label: '{{', help: 'x' };
  const refuse = async (more: object, field: string) =>
    expectRefusal(
      await post({ name: 'Wrong', body: { title: 'T', content: '', steps: [{ ...step, ...more }] } }),
      400,
      `body.steps[0].${field}`,
    );
  await refuse({ action_style: 'FORM', fields: [choice] }, 'fields[0].options[0]');
  await refuse({ action_style: 'FILE_REQUEST', file_requests: [slip] }, 'file_requests[0].label');
});
