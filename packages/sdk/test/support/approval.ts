import assert from 'node:assert/strict';
import { createWorkflow, stepFor } from '@ringbinder/server/features/transactions/testing/workflow.ts';
import type { CreatedUser } from '@ringbinder/testkit';
import type { App } from '@ringbinder/testkit/playwright/index.ts';

export async function stepToken(
  { service }: App,
  binderId: string,
  transaction: number,
  step: number | undefined,
  assignee: CreatedUser,
): Promise<string> {
  const path = `/${binderId}/transactions/${transaction}/steps/${step}/link`;
  const { status, body } = await service.call('POST', path, { token: assignee.token, json: {} });
  assert.equal(status, 200, body.message);
  return body.data.token;
}

export async function makeApproval(
  app: App,
  binderId: string,
  assignee: CreatedUser = app.org.ben,
): Promise<{ id: number; step: number | undefined; token: string }> {
  const { service, org } = app;
  const workflow = createWorkflow(service, { binderId, owner: org.ada });
  const { id, steps } = await workflow.create([stepFor(assignee)], org.ada.token, {
    title: 'Approve the loan',
  });
  return { id, step: steps[0], token: await stepToken(app, binderId, id, steps[0], assignee) };
}
