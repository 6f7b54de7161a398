import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually } from '../eventually.ts';
import { data, done, refused } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { stepFor, type Trial } from '../trial.ts';

const test = checks('transactions');

const DRAWN_WITHIN_SECONDS = 120;

const pdf = makePdf({ pages: 1, width: 300, height: 400 });

async function askToSign(t: Trial) {
  const fixture = await t.binder();
  data(await t.owner.upload(`${fixture.path}/pageupload`, pdf, 'contract.pdf'));
  const [page] = await fixture.pages();
  const place = { id: 'buyer', label: 'Buyer', page_id: page?.id ?? 0, x: 20, y: 20, width: 200, height: 60 };
  const places = [{ ...place, required: true }];
  const made = await fixture.workflow([stepFor(t.viewer, { action_style: 'SIGN', signatures: places })]);
  const at = `${made.path}/steps/${made.steps[0]}`;
  const press = (signatures?: object) =>
    t.viewer.post(at, { click_button_id: 'approve', ...(signatures && { signatures }) });
  const signature = async () => (await fixture.transaction(made.id)).steps[0]?.signatures?.[0]?.signature;
  return { ...made, fixture, at, place, press, signature };
}

test('[TX-91] a step asks for signatures on a page of a PDF, and places that do not fit are refused', async (t) => {
  const { id, fixture, place } = await askToSign(t);
  const [shown] = (await fixture.transaction(id)).steps[0]?.signatures ?? [];
  assert.deepEqual([shown?.id, shown?.page_id, shown?.width], ['buyer', place.page_id, 200]);
  const refusals: [field: string, step: object][] = [
    ['signatures', { action_style: 'SIGN' }],
    ['signatures', { signatures: [place] }],
    ['signatures[1].id', { action_style: 'SIGN', signatures: [place, place] }],
    ['signatures[0].page_id', { action_style: 'SIGN', signatures: [{ ...place, page_id: 9_999_999 }] }],
    ['signatures[0].width', { action_style: 'SIGN', signatures: [{ ...place, x: 101 }] }],
    ['signatures[0].height', { action_style: 'SIGN', signatures: [{ ...place, y: 341 }] }],
  ];
  for (const [field, step] of refusals) {
    const input = { title: 'Sign', content: '', steps: [stepFor(t.viewer, step)] };
    refused(await t.owner.post(`${fixture.path}/transactions`, input), 400, `steps[0].${field}`);
  }
  assert.equal((await fixture.transactions()).length, 1);
});

test('[TX-92] a press stores the signature with its digest, and needs the required one', async (t) => {
  const { fixture, press, signature } = await askToSign(t);
  refused(await press(), 412, 'signatures.buyer');
  refused(await press({ buyer: {} }), 400, 'signatures.buyer');
  refused(await press({ buyer: { strokes: [[1, 2, 3]] } }), 400, 'signatures.buyer');
  refused(await press({ other: { text: 'A' } }), 400, 'signatures.other');
  const seq = await fixture.seq();
  const strokes = [[0, 0, 500, 1_000]];
  done(await press({ buyer: { strokes } }));
  const stored = await signature();
  assert.deepEqual([stored?.strokes, stored?.user_id], [strokes, t.viewer.id]);
  const entry = (await fixture.entries(seq)).find(({ kind }) => kind === 'step_completed');
  const [logged] = (entry?.body.signatures ?? []) as { place: string; sha256: string }[];
  assert.deepEqual([logged?.place, logged?.sha256], ['buyer', stored?.sha256]);
});

test('[TX-96] the token of a link signs', async (t) => {
  const { at, signature } = await askToSign(t);
  const { token } = data<{ token: string }>(await t.viewer.post(`${at}/link`, {}));
  const headers = { authorization: `Bearer ${token}` };
  const sign = (json: object) => t.nobody.send('POST', '/steplink', { headers, json });
  refused(await sign({ click_button_id: 'approve' }), 412, 'signatures.buyer');
  done(await sign({ click_button_id: 'approve', signatures: { buyer: { text: 'Ben Buyer' } } }));
  assert.equal((await signature())?.text, 'Ben Buyer');
});

test('[TX-93] the file has a next version with the signature, within seconds', async (t) => {
  const { fixture, place, press, signature, steps } = await askToSign(t);
  const seq = await fixture.seq();
  const drawings = async () =>
    (await fixture.entries(seq)).filter(({ kind }) => kind === 'step_signatures_drawn');
  done(await press({ buyer: { text: 'Ben Buyer' } }));
  const [entry, ...others] = await eventually(DRAWN_WITHIN_SECONDS, drawings, ({ length }) => length > 0);
  assert.deepEqual([entry?.body.id, others], [steps[0], []]);
  const file = (await signature())?.file_id;
  assert.equal(entry?.body.file_id, file);
  const [page] = await fixture.pages();
  assert.deepEqual([page?.id, page?.file_id], [place.page_id, file]);
});
