// Situations that users of other products described in public issues.
import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import type { Notification } from '@ringbinder/protocol';
import { type Cast, type CreatedUser, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let cast: Cast;
let workflow: Workflow;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
beforeEach(async () => {
  cast = await service.make.cast();
  ({ owner, editor, viewer } = cast);
  workflow = createWorkflow(service, cast);
});

async function noticesOf({ token }: CreatedUser, id: number): Promise<string[]> {
  await catchUpAll(service.env, activity);
  const { body } = await service.call('GET', '/me/notifications', { token });
  return body.data.notifications
    .filter(({ transaction }: Notification) => transaction?.id === id)
    .map(({ type }: Notification) => type);
}

async function waitsFor({ token }: CreatedUser, id: number): Promise<boolean> {
  const { body } = await service.call('GET', '/me/steps?state=open', { token });
  return body.data.steps.some(({ transaction }: { transaction: { id: number } }) => transaction.id === id);
}

async function delegate(from: CreatedUser, to: CreatedUser): Promise<void> {
  const json = { to: { user_id: to.id }, ends: service.env.clock.now() + 14 * DAY_MS };
  const { status, body } = await service.call('POST', '/me/delegations', { token: from.token, json });
  assert.equal(status, 200, body.message);
}

async function signatureStep(signer: CreatedUser) {
  const { binderId } = cast;
  const contract = new Uint8Array(makePdf({ pages: 1 }));
  const { pages } = await uploadFile(service, { binderId, token: owner.token }, contract, 'contract.pdf');
  const at = { page_id: pages[0]?.id, x: 100, y: 600, width: 200, height: 60 };
  const signatures = [{ ...at, id: 'name', label: 'Name', required: true }];
  return stepFor(signer, { action_style: 'SIGN', signatures });
}

const sign = (id: number, stepId: number | undefined, { token }: CreatedUser) =>
  service.call('POST', workflow.path(id, stepId ?? 0), {
    token,
    json: { click_button_id: 'approve', signatures: { name: { text: 'The signer' } } },
  });

// documenso/documenso#3087
test('[TX-59] an approver on holiday holds up nobody: a colleague approves, and the record names both', async () => {
  await delegate(editor, viewer);
  const { id, steps } = await workflow.create([stepFor(editor), stepFor(owner)]);
  assert.equal(await waitsFor(viewer, id), true);
  assert.equal((await workflow.press(id, steps[0], viewer.token)).status, 200);
  const [approved, next] = await workflow.steps(id);
  assert.deepEqual(
    [approved?.status, approved?.assignee.user_id, approved?.assignee.pressed_by?.id, next?.status],
    ['completed', editor.id, viewer.id, 'current'],
  );
});

// documenso/documenso#2526
test('[NOTIFY-2] nobody is asked to sign, or can, before all approvers have approved', async () => {
  const steps = [stepFor(owner, { order_number: 1 }), stepFor(editor, { order_number: 1 })];
  const signature = await signatureStep(viewer);
  const made = await workflow.create([...steps, { ...signature, order_number: 2 }]);
  const [first, second, third] = made.steps;
  assert.equal((await workflow.press(made.id, first, owner.token)).status, 200);
  assert.deepEqual(await noticesOf(viewer, made.id), []);
  assert.equal((await sign(made.id, third, viewer)).status, 412);
  assert.equal((await workflow.press(made.id, second, editor.token)).status, 200);
  assert.deepEqual(await noticesOf(viewer, made.id), ['approval_waiting']);
  assert.equal((await sign(made.id, third, viewer)).status, 200);
});

// docusealco/docuseal#33
test('[NOTIFY-2] signers are asked one after the other, and the creator is notified once at the end', async () => {
  const { id, steps } = await workflow.create([stepFor(editor), stepFor(viewer)]);
  assert.deepEqual(await noticesOf(editor, id), ['approval_waiting']);
  assert.deepEqual(await noticesOf(viewer, id), []);
  assert.equal((await workflow.press(id, steps[0], editor.token)).status, 200);
  assert.deepEqual(await noticesOf(viewer, id), ['approval_waiting']);
  assert.deepEqual(await noticesOf(owner, id), []);
  assert.equal((await workflow.press(id, steps[1], viewer.token)).status, 200);
  assert.deepEqual(await noticesOf(owner, id), ['approval_decided']);
});

// docusealco/docuseal#322
test('[TX-62] a person who was asked to sign passes the signature on to a colleague', async () => {
  const { id, steps } = await workflow.create([await signatureStep(editor)]);
  assert.equal((await sign(id, steps[0], viewer)).status, 403);
  await delegate(editor, viewer);
  assert.equal((await sign(id, steps[0], viewer)).status, 200);
});

// docusealco/docuseal#539
test('[TX-57] a person in copy hears nothing until everyone has signed, and then reads the receipt', async () => {
  const more = { observers: [{ user_id: viewer.id }] };
  const signature = await signatureStep(editor);
  const { id, steps } = await workflow.create([stepFor(owner), signature], owner.token, more);
  assert.equal((await workflow.press(id, steps[0], owner.token)).status, 200);
  assert.deepEqual(await noticesOf(viewer, id), []);
  assert.equal((await sign(id, steps[1], editor)).status, 200);
  assert.deepEqual(await noticesOf(viewer, id), ['approval_decided']);
  const receipt = await fetch(`${service.base}${workflow.path(id)}/receipt?format=pdf`, {
    headers: { authorization: `Bearer ${viewer.token}` },
  });
  assert.equal(receipt.headers.get('content-type'), 'application/pdf');
});
