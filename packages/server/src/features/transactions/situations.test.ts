/** What users of other e-sign and workflow products ask for, each as they describe it. */

import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import type { Notification, WaitingStep } from '@ringbinder/protocol';
import { type Cast, type CreatedUser, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { checkReceiptFile } from '../receipts/index.ts';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

const DAY_MS = 24 * 60 * 60_000;
let cast: Cast;
let workflow: Workflow;
let ann: CreatedUser;
let ben: CreatedUser;
let cleo: CreatedUser;
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
  [ann, ben, cleo] = await Promise.all([newMember(), newMember(), newMember()]);
});

async function newMember(): Promise<CreatedUser> {
  const { owner, binderId } = cast;
  const person = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const json = { users: [{ user: { id: person.id } }] };
  const { status, body } = await service.call('POST', `/${binderId}/addorguser`, {
    token: owner.token,
    json,
  });
  assert.equal(status, 200, body.message);
  return person;
}

async function waitsFor({ token }: CreatedUser): Promise<number[]> {
  const { body } = await service.call('GET', '/me/steps', { token });
  return body.data.steps.map(({ step }: WaitingStep) => step.id);
}

async function notifiedOf({ token }: CreatedUser): Promise<string[]> {
  await catchUpAll(service.env, activity);
  const { body } = await service.call('GET', '/me/notifications', { token });
  return body.data.notifications
    .map(({ type }: Notification) => type)
    .filter((type: string) => type.startsWith('approval'));
}

// docusealco/docuseal#33
test('[TX-64] a counter-signer has nothing to do, and hears nothing, until the first has signed', async () => {
  const { id, steps } = await workflow.make([stepFor(ann), stepFor(ben)]);
  assert.deepEqual([await waitsFor(ann), await waitsFor(ben)], [[steps[0]], []]);
  assert.deepEqual([await notifiedOf(ann), await notifiedOf(ben)], [['approval_waiting'], []]);
  assert.equal((await workflow.press(id, steps[1], ben.token)).status, 412);
  await workflow.press(id, steps[0], ann.token);
  assert.deepEqual([await waitsFor(ben), await notifiedOf(ben)], [[steps[1]], ['approval_waiting']]);
});

// documenso/documenso#2526
test('[TX-91] nobody is asked to sign before all approvers have approved', async () => {
  const { owner, binderId } = cast;
  const to = { binderId, token: owner.token };
  const { pages } = await uploadFile(service, to, new Uint8Array(makePdf()), 'Policy.pdf');
  const place = { id: 's', label: 'Tenant', page_id: pages[0].id, x: 50, y: 50, width: 150, height: 50 };
  const actions = [{ id: 'approve', text: 'Approve' }];
  const approvers = sharedStep([ann, ben], { actions, required: 'all', order_number: 1 });
  const signer = stepFor(cleo, { action_style: 'SIGN', signatures: [place], order_number: 2 });
  const { id, steps } = await workflow.make([approvers, signer]);
  await workflow.press(id, steps[0], ann.token);
  assert.deepEqual([await waitsFor(cleo), await notifiedOf(cleo)], [[], []]);
  const sign = () =>
    service.call('POST', workflow.path(id, steps[1]), {
      token: cleo.token,
      json: { click_button_id: 'approve', signatures: { s: { text: 'Cleo' } } },
    });
  assert.equal((await sign()).status, 412);
  await workflow.press(id, steps[0], ben.token);
  assert.deepEqual([await waitsFor(cleo), await notifiedOf(cleo)], [[steps[1]], ['approval_waiting']]);
  assert.equal((await sign()).status, 200);
});

// documenso/documenso#3087, docusealco/docuseal#322
test('[TX-59] an approver hands their requests to a colleague for a holiday, and the receipt names both', async () => {
  const now = service.env.clock.now();
  const json = { to: { user_id: ben.id }, ends: now + 14 * DAY_MS };
  assert.equal((await service.call('POST', '/me/delegations', { token: ann.token, json })).status, 200);
  const { id, steps } = await workflow.make([stepFor(ann)]);
  assert.deepEqual(await waitsFor(ben), steps);
  assert.equal((await workflow.press(id, steps[0], ben.token)).status, 200);
  const [step] = await workflow.steps(id);
  assert.deepEqual([step?.assignee.name, step?.assignee.pressed_by?.name], [ann.name, ben.name]);
  const path = `${service.base}${workflow.path(id)}/receipt`;
  const receipt = await (await fetch(path, { headers: { authorization: `Bearer ${ben.token}` } })).text();
  assert.ok(receipt.includes(`for “${ann.name}”`) && receipt.includes(`Answered by ${ben.name}`));
  assert.ok((await checkReceiptFile(receipt))?.checks.every(({ passed }) => passed));
});

// docusealco/docuseal#539
test('[TX-57] somebody who only gets a copy is told of the end, and has nothing to press', async () => {
  const observers = [{ user_id: cleo.id }];
  const { id, steps } = await workflow.make(
    [stepFor(ann, { actions: [{ id: 'yes', text: 'Yes' }] })],
    undefined,
    {
      observers,
    },
  );
  assert.deepEqual([await waitsFor(cleo), await notifiedOf(cleo)], [[], []]);
  assert.equal((await workflow.press(id, steps[0], cleo.token, 'yes')).status, 403);
  await workflow.press(id, steps[0], ann.token, 'yes');
  assert.deepEqual(await notifiedOf(cleo), ['approval_decided']);
});
