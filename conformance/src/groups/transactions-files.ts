import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, refused } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import type { Person } from '../people.ts';
import { stepFor, type Trial } from '../trial.ts';

const test = checks('transactions');

const passport = { id: 'passport', label: 'Passport', required: true, types: ['application/pdf'] };
const other = { id: 'other', label: 'Other', max_files: 2 };
const pdf = makePdf({ pages: 1, width: 300, height: 400 });

async function askForFiles(t: Trial) {
  const fixture = await t.binder();
  const step = stepFor(t.viewer, { action_style: 'FILE_REQUEST', file_requests: [passport, other] });
  const made = await fixture.workflow([step]);
  const at = `${made.path}/steps/${made.steps[0]}`;
  const upload = (person: Person, request = 'passport', bytes: Buffer | string = pdf, name = 'scan.pdf') =>
    person.upload(`${at}/files?file_request=${request}`, bytes, name);
  const press = () => t.viewer.post(at, { click_button_id: 'approve' });
  const requests = async () => (await fixture.transaction(made.id)).steps[0]?.file_requests ?? [];
  return { ...made, fixture, at, upload, press, requests };
}

test('[TX-85] a step asks for files, and contradictory requests are refused', async (t) => {
  const { fixture, requests } = await askForFiles(t);
  assert.deepEqual(await requests(), [
    { ...passport, max_files: 1, files: [] },
    { ...other, files: [] },
  ]);
  const refusals: [field: string, step: object][] = [
    ['file_requests', { file_requests: [passport] }],
    ['file_requests', { action_style: 'FILE_REQUEST' }],
    ['file_requests[1].id', { action_style: 'FILE_REQUEST', file_requests: [other, other] }],
    [
      'file_requests[0].types[0]',
      { action_style: 'FILE_REQUEST', file_requests: [{ ...other, types: ['x'] }] },
    ],
  ];
  for (const [field, step] of refusals) {
    const input = { title: 'Files', content: '', steps: [stepFor(t.viewer, step)] };
    refused(await t.owner.post(`${fixture.path}/transactions`, input), 400, `steps[0].${field}`);
  }
  assert.equal((await fixture.transactions()).length, 1);
});

test('[TX-86] [TX-87] [TX-88] a button needs the required files, which the assignee uploads as pages', async (t) => {
  const { fixture, id, at, upload, press, requests, steps } = await askForFiles(t);
  refused(await press(), 412, 'file_requests.passport');
  refused(await upload(t.editor), 403);
  refused(await upload(t.viewer, 'unknown'), 400, 'file_request');
  refused(await upload(t.viewer, 'passport', 'A text', 'scan.txt'), 400, 'file');
  assert.deepEqual(await fixture.pages(), []);
  const seq = await fixture.seq();
  const first = data<{ file_id: string; page_ids: number[] }>(await upload(t.viewer));
  refused(await upload(t.viewer), 412, 'file_request');
  const [log] = (await fixture.entries(seq)).filter(({ kind }) => kind === 'step_file_delivered');
  assert.deepEqual(
    [log?.body.id, log?.body.transaction_id, log?.body.file_request, log?.body.name],
    [steps[0], id, 'passport', 'scan.pdf'],
  );
  done(await t.viewer.delete(`${at}/files/${first.file_id}`));
  assert.deepEqual(await fixture.pages(), []);
  refused(await press(), 412, 'file_requests.passport');
  const { file_id, page_ids } = data<typeof first>(await upload(t.viewer));
  const [file] = (await requests())[0]?.files ?? [];
  assert.deepEqual([file?.file_id, file?.page_ids, file?.user_id], [file_id, page_ids, t.viewer.id]);
  assert.equal(file?.sha256, log?.body.sha256);
  done(await press());
  refused(await upload(t.viewer, 'other'), 409);
  refused(await t.viewer.delete(`${at}/files/${file_id}`), 409);
});

test('[TX-89] the token of a link uploads files for its step', async (t) => {
  const { at, requests } = await askForFiles(t);
  const { token } = data<{ token: string }>(await t.viewer.post(`${at}/link`, {}));
  const headers = { authorization: `Bearer ${token}` };
  const upload = () => t.nobody.upload('/steplink/files?file_request=passport', pdf, 'scan.pdf', headers);
  data(await upload());
  refused(await upload(), 412, 'file_request');
  assert.equal((await requests())[0]?.files.length, 1);
  const json = { click_button_id: 'approve' };
  done(await t.nobody.send('POST', '/steplink', { headers, json }));
  refused(await upload(), 401);
});

test('[TX-98] [TX-99] [TX-100] a form asks for files, which stay after a press', async (t) => {
  const fixture = await t.binder();
  const { id: _, ...limits } = passport;
  const fields = [{ id: 'scan', type: 'file', ...limits }];
  const form = { action_style: 'FORM', fields };
  const wrong = stepFor(t.viewer, { ...form, fields: [{ ...fields[0], pattern: 'a' }] });
  const input = { title: 'Files', content: '', steps: [wrong] };
  refused(await t.owner.post(`${fixture.path}/transactions`, input), 400, 'steps[0].fields[0].pattern');
  const actions = [{ id: 'approve', text: 'Send' }];
  const assignees = [t.viewer, t.editor].map((person) => ({ user_id: person.id }));
  const made = await fixture.workflow([{ ...form, assignees, required: 2, actions }]);
  const at = `${made.path}/steps/${made.steps[0]}`;
  const press = (person: Person) => person.post(at, { click_button_id: 'approve' });
  refused(await press(t.viewer), 412, 'file_requests.scan');
  const { file_id, page_ids } = data<{ file_id: string; page_ids: number[] }>(
    await t.viewer.upload(`${at}/files?file_request=scan`, pdf, 'scan.pdf'),
  );
  done(await press(t.editor));
  refused(await t.viewer.delete(`${at}/files/${file_id}`), 409);
  done(await press(t.viewer));
  const [step] = (await fixture.transaction(made.id)).steps;
  assert.deepEqual(
    step?.assignees?.map(({ pressed }) => pressed?.answers),
    [{ scan: page_ids }, { scan: page_ids }],
  );
});
