import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Answer, type Cast, fileForm, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from '../transactions/testing/workflow.ts';

let service: TestService;
let cast: Cast;
let workflow: Workflow;
let signing: { action_style: string; signatures: object[] };
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
  const { token } = cast.owner;
  const body = fileForm(new Uint8Array(makePdf()), 'Contract.pdf');
  assert.equal((await service.call('POST', `/${cast.binderId}/pageupload`, { token, body })).status, 200);
  const { body: listed } = await service.call('GET', `/${cast.binderId}/pages`, { token });
  const box = { page_id: listed.data.pages[0].id, x: 10, width: 200, height: 60 };
  signing = {
    action_style: 'SIGN',
    signatures: [
      { ...box, id: 'buyer', label: 'Buyer of the <car>', required: true, y: 10 },
      { ...box, id: 'witness', label: 'Witness', y: 100 },
    ],
  };
});
afterAll(() => service.close());

const ask = (id: number, step: number | undefined): Promise<Answer> =>
  service.call('POST', `${workflow.path(id, step ?? 0)}/link`, { token: cast.viewer.token, json: {} });

test('[TX-96] the token of a link shows the places and signs', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, signing)]);
  const { token } = (await ask(id, steps[0])).body.data;
  const { body } = await service.call('GET', '/steplink', { token });
  assert.deepEqual(
    body.data.step.signatures.map((place: { id: string }) => place.id),
    ['buyer', 'witness'],
  );
  const press = (more: object) =>
    service.call('POST', '/steplink', { token, json: { click_button_id: 'approve', ...more } });
  const refused = await press({});
  assert.deepEqual([refused.status, refused.body.errors[0].path], [412, 'signatures.buyer']);
  assert.equal((await press({ signatures: { buyer: { strokes: [[1, 2, 3, 4]] } } })).status, 200);
  const [place] = (await workflow.steps(id))[0]?.signatures ?? [];
  assert.deepEqual([place?.signature?.strokes, place?.signature?.user_id], [[[1, 2, 3, 4]], cast.viewer.id]);
});

test('[TX-96] [TX-107] the page of a link takes typed signatures without a script, and names what is missing', async () => {
  const actions = [
    { id: 'approve', text: 'Sign' },
    { id: 'no', text: 'No', outcome: 'rejected' },
  ];
  const open = async () => {
    const { id, steps } = await workflow.create([stepFor(cast.viewer, { ...signing, actions })]);
    const { token, url } = (await ask(id, steps[0])).body.data;
    const send = async (more: Record<string, string>) => {
      const body = new URLSearchParams({ token, ...more });
      const answer = await fetch(url.split('#')[0], { method: 'POST', body });
      return { status: answer.status, text: await answer.text() };
    };
    return { id, send };
  };
  const { id, send } = await open();
  const opened = await send({});
  for (const part of [
    'Buyer of the &lt;car&gt;</label>',
    'Witness (optional)</label>',
    'Type your name to sign.',
  ])
    assert.ok(opened.text.includes(part), part);
  const early = await send({ click_button_id: 'approve', 'signatures.witness': 'Will Witness' });
  assert.equal(early.status, 412);
  assert.match(early.text, /id="buyer-wrong">“Buyer of the &lt;car&gt;” needs a signature\./);
  assert.match(early.text, /value="Will Witness"/);
  const signed = {
    click_button_id: 'approve',
    'signatures.buyer': ' Ben Buyer ',
    'signatures.witness': '',
  };
  const asked = await send(signed);
  assert.match(asked.text, /<dt>Buyer of the &lt;car&gt;<\/dt><dd>Ben Buyer<\/dd><\/dl>/);
  assert.equal((await workflow.steps(id))[0]?.signatures?.[0]?.signature, undefined);
  const done = await send({ ...signed, confirmed: 'on' });
  assert.equal(done.status, 200);
  const [buyer, witness] = (await workflow.steps(id))[0]?.signatures ?? [];
  assert.deepEqual([buyer?.signature?.text, witness?.signature], ['Ben Buyer', undefined]);
  const other = await open();
  const rejection = { click_button_id: 'no', 'signatures.buyer': 'Ben' };
  assert.doesNotMatch((await other.send(rejection)).text, /<dd>Ben/);
  assert.equal((await other.send({ ...rejection, confirmed: 'on' })).status, 200);
  assert.equal((await workflow.get(other.id)).body.data.outcome, 'rejected');
});
