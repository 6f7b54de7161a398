import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor, type Trial } from '../trial.ts';

const test = checks('transactions');

const income = { id: 'income', type: 'money', label: 'Income', currency: 'EUR', required: true };
const iban = { id: 'iban', type: 'text', label: 'IBAN', pattern: '[A-Z]{2}\\d+' };
const form = (person: Person, fields: object[] = [income, iban]) =>
  stepFor(person, { action_style: 'FORM', fields });

async function makeForm(t: Trial, steps = [form(t.viewer)]) {
  const fixture = await t.binder();
  const made = await fixture.workflow(steps);
  const press = (person: Person, answers?: object) =>
    person.post(`${made.path}/steps/${made.steps[0]}`, { click_button_id: 'approve', answers });
  return { fixture, ...made, press, read: async () => (await fixture.transaction(made.id)).steps[0] };
}

test('[TX-66] a step with a form has its fields, and contradictory ones are refused', async (t) => {
  const { fixture, read } = await makeForm(t);
  const step = await read();
  assert.deepEqual([step?.action_style, step?.fields, step?.actions.length], ['form', [income, iban], 2]);
  const refusals: [field: string, step: object][] = [
    ['fields', stepFor(t.viewer, { fields: [income] })],
    ['fields', stepFor(t.viewer, { action_style: 'FORM' })],
    ['fields[1].id', form(t.viewer, [income, income])],
    ['fields[0].type', form(t.viewer, [{ ...iban, type: 'picture' }])],
    ['fields[0].pattern', form(t.viewer, [{ ...iban, pattern: '(' }])],
    ['fields[0].currency', form(t.viewer, [{ ...income, currency: undefined }])],
  ];
  for (const [field, refusedStep] of refusals) {
    const input = { title: 'Form', content: '', steps: [refusedStep] };
    refused(await t.owner.post(`${fixture.path}/transactions`, input), 400, `steps[0].${field}`);
  }
  assert.equal((await fixture.transactions()).length, 1);
});

test('[TX-67] [TX-68] answers that fit are stored with the press, and others are refused by field', async (t) => {
  const { fixture, press, read } = await makeForm(t);
  refused(await press(t.viewer), 400, 'answers.income');
  refused(await press(t.viewer, { income: '1.234' }), 400, 'answers.income');
  refused(await press(t.viewer, { income: '1', iban: 'DE' }), 400, 'answers.iban');
  refused(await press(t.viewer, { income: '1', other: 'x' }), 400, 'answers.other');
  assert.equal((await read())?.status, 'current');
  const seq = await fixture.seq();
  done(await press(t.viewer, { income: '1250.5', iban: 'DE89' }));
  const answers = { income: '1250.50', iban: 'DE89' };
  assert.deepEqual((await read())?.answers, answers);
  const entry = (await fixture.entries(seq)).find(({ kind }) => kind === 'step_completed');
  assert.deepEqual(entry?.body.answers, answers);
  const plain = await fixture.workflow([stepFor(t.viewer)]);
  const withAnswers = { click_button_id: 'approve', answers: { income: '1' } };
  refused(await t.viewer.post(`${plain.path}/steps/${plain.steps[0]}`, withAnswers), 400, 'answers');
});

test('[TX-69] each of several assignees has answers of their own', async (t) => {
  const people = [t.owner, t.viewer];
  const shared = {
    assignees: people.map(({ id }) => ({ user_id: id })),
    required: 2,
    action_style: 'FORM',
    fields: [income],
    actions: [{ id: 'approve', text: 'Send' }],
  };
  const { press, read } = await makeForm(t, [shared]);
  done(await press(t.viewer, { income: '2' }));
  done(await press(t.owner, { income: '1' }));
  const step = await read();
  assert.deepEqual(
    step?.assignees?.map(({ pressed }) => pressed?.answers),
    [{ income: '1.00' }, { income: '2.00' }],
  );
  assert.deepEqual(step?.answers, { income: '1.00' });
});

test('[TX-71] a link to a step with a form takes answers', async (t) => {
  const { path, steps, read } = await makeForm(t);
  const link = await t.viewer.post(`${path}/steps/${steps[0]}/link`, {});
  const { token } = data<{ token: string }>(link);
  const headers = { authorization: `Bearer ${token}` };
  const send = (method: 'GET' | 'POST', json?: object) =>
    t.nobody.send(method, '/steplink', { headers, ...(json && { json }) });
  assert.deepEqual(data<{ step: { fields: object[] } }>(await send('GET')).step.fields, [income, iban]);
  refused(await send('POST', { click_button_id: 'approve' }), 400, 'answers.income');
  done(await send('POST', { click_button_id: 'approve', answers: { income: '7' } }));
  assert.deepEqual((await read())?.answers, { income: '7.00' });
});

test('[TX-73] [TX-74] a button needs the pages of its step to be opened to the end', async (t) => {
  const fixture = await t.binder();
  const note = await t.owner.post(`${fixture.path}/pages`, { type: 'note', text: 'Terms' });
  const { page_id: page } = data<{ page_id: number }>(note);
  const step = (pages: number[]) => stepFor(t.viewer, { action_style: 'ACKNOWLEDGE', pages });
  const input = { title: 'Terms', content: '', steps: [step([page + 1_000_000])] };
  refused(await t.owner.post(`${fixture.path}/transactions`, input), 412, 'steps[0].pages[0]');
  const { id, path, steps } = await fixture.workflow([step([page])]);
  const at = `${path}/steps/${steps[0]}`;
  refused(await t.viewer.post(at, { click_button_id: 'approve' }), 412, 'pages[0]');
  refused(await t.editor.post(`${at}/pages/${page}`, {}), 403);
  refused(await t.viewer.post(`${at}/pages/${page + 1}`, {}), 404);
  const seq = await fixture.seq();
  for (let times = 0; times < 2; times++) done(await t.viewer.post(`${at}/pages/${page}`, {}));
  const reads = (await fixture.entries(seq)).filter(({ kind }) => kind === 'step_page_read');
  assert.deepEqual(
    reads.map(({ body }) => [body.id, body.transaction_id, body.page_id]),
    [[steps[0], id, page]],
  );
  const shown = (await fixture.transaction(id)).steps[0]?.pages;
  assert.deepEqual(
    shown?.map(({ id: shownId, read_by }) => [shownId, read_by.map(({ user_id }) => user_id)]),
    [[page, [t.viewer.id]]],
  );
  done(await t.viewer.post(at, { click_button_id: 'approve' }));
  refused(await t.viewer.post(`${at}/pages/${page}`, {}), 409);
});
