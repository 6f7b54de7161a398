import assert from 'node:assert/strict';
import type { Step } from '@ringbinder/protocol';
import { type Answer, type Cast, type CreatedUser, stateOf, type TestService } from '@ringbinder/testkit';

export function stepFor(assignee: CreatedUser, more: Record<string, unknown> = {}) {
  return {
    assignee: { user_id: assignee.id },
    actions: [
      { id: 'approve', text: 'Approve', payload: 'yes', feed_msg: `${assignee.name} approved` },
      { id: 'decline', text: 'Decline', payload: 'no' },
    ],
    ...more,
  };
}

export function sharedStep(assignees: readonly CreatedUser[], more: Record<string, unknown> = {}) {
  const { actions } = stepFor({ name: 'Somebody' } as CreatedUser);
  return { assignees: assignees.map(({ id }) => ({ user_id: id })), actions, ...more };
}

export interface CreatedTransaction {
  id: number;
  steps: number[];
}

export interface Workflow {
  path(id?: number, stepId?: number): string;
  post(json: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>;
  create(steps: unknown[], token?: string, more?: Record<string, unknown>): Promise<CreatedTransaction>;
  get(id: number, token?: string): Promise<Answer>;
  steps(id: number): Promise<Step[]>;
  list(query?: string, token?: string): Promise<Answer>;
  update(id: number, json: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>;
  press(
    id: number,
    stepId: number | undefined,
    token: string,
    button?: string,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  remove(id: number, token?: string): Promise<Answer>;
  feed(
    after?: number,
  ): Promise<{ seq: number; kind: string; actor: { id: string }; body: Record<string, unknown> }[]>;
  state(): Promise<Record<string, string>>;
  seq(): Promise<number>;
  /** Returns the newest message first. */
  messages(): Promise<string[]>;
}

export function createWorkflow(service: TestService, cast: Pick<Cast, 'binderId' | 'owner'>): Workflow {
  const { call } = service;
  const owner = cast.owner.token;
  const path = (id?: number, stepId?: number) =>
    `/${cast.binderId}/transactions${id === undefined ? '' : `/${id}`}${stepId === undefined ? '' : `/steps/${stepId}`}`;
  const post: Workflow['post'] = (json, token = owner, headers = {}) =>
    call('POST', path(), { token, json, headers });
  const get = (id: number, token = owner) => call('GET', path(id), { token });
  return {
    path,
    post,
    async create(steps, token = owner, more = {}) {
      const { status, body } = await post({ title: 'Budget', content: 'Please look', steps, ...more }, token);
      assert.equal(status, 200, body.message);
      return { id: body.data.transaction_id, steps: body.data.steps.map((step: { id: number }) => step.id) };
    },
    get,
    steps: async (id) => (await get(id)).body.data.steps,
    list: (query = '', token = owner) => call('GET', path() + query, { token }),
    update: (id, json, token = owner, headers = {}) => call('POST', path(id), { token, json, headers }),
    press: (id, stepId, token, button = 'approve', headers = {}) =>
      call('POST', path(id, stepId ?? 0), { token, json: { click_button_id: button }, headers }),
    remove: (id, token = owner) => call('DELETE', path(id), { token }),
    feed: async (after = 0) =>
      (await call('GET', `/${cast.binderId}/feed?after=${after}`, { token: owner })).body.data.entries,
    state: () => stateOf(service, cast.binderId),
    seq: async () => (await call('GET', `/${cast.binderId}/feed?limit=1`, { token: owner })).body.data.seq,
    messages: async () =>
      (await call('GET', `/${cast.binderId}/messages`, { token: owner })).body.data.messages.map(
        (message: { text: string }) => message.text,
      ),
  };
}
