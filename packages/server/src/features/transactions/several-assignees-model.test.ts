import assert from 'node:assert/strict';
import type { Action, Step } from '@ringbinder/protocol';
import type { CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import { createModel, MAX_REOPENINGS, plannedPress, plannedStep, stepOf } from './testing/random-workflow.ts';
import { createWorkflow, type Workflow } from './testing/workflow.ts';

const RUNS = Number(process.env.WORKFLOW_HTTP_RUNS ?? 150);

let people: CreatedUser[];
let workflow: Workflow;
beforeAll(async () => {
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  const [owner, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => service.make.user({ partner, client })),
  );
  assert.ok(owner);
  people = [owner, ...others];
  const members = others.map((user) => ({ user, role: 'viewer' as const }));
  const binderId = await service.make.binder(owner, members);
  workflow = createWorkflow(service, { binderId, owner });
});

const shownState = (steps: readonly Step[], outcome: string | undefined) =>
  steps.map(({ id, status, assignees, pressed_count, reopened_count = 0 }) => [
    id,
    status === 'completed',
    outcome === undefined && status === 'skipped',
    assignees ? pressed_count : Number(status === 'completed'),
    reopened_count,
  ]);

test('[TX-53] [TX-54] [TX-55] [FLOW-5] [FLOW-6] [FLOW-7] [FLOW-8] random steps with branches and parallel presses: no dead end, no double end, no press after the end', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(plannedStep, { minLength: 1, maxLength: 3 }),
      fc.array(plannedPress, { maxLength: 24 }),
      async (planned, presses) => {
        const max_reopenings = MAX_REOPENINGS;
        const json = { title: 'Loan', content: '', max_reopenings, steps: planned.map(stepOf(people)) };
        const created = await workflow.post(json);
        if (created.status === 400) return;
        assert.equal(created.status, 200, created.body.message);
        accepted += 1;
        const id = created.body.data.transaction_id as number;
        const model = createModel((await workflow.get(id)).body.data, people);
        let seq = await workflow.seq();
        const follow = async () => {
          const entries = (await workflow.feed(seq)).filter(({ body }) =>
            [body.transaction_id, body.id].includes(id),
          );
          seq = await workflow.seq();
          const steps = entries.filter(({ kind }) => kind === 'step_pressed' || kind === 'step_completed');
          for (const { kind, actor, body } of steps)
            model.apply(body.id, actor.id, body.click_button_id, kind === 'step_completed');
          const { outcome, steps: now } = (await workflow.get(id)).body.data;
          assert.equal(outcome, model.outcome());
          assert.deepEqual(shownState(now, outcome), model.stateOf());
          const ends = entries.filter(({ kind }) => kind === 'transaction_ended').length;
          return { presses: steps.length, ends };
        };
        const stepIds = created.body.data.steps.map((step: { id: number }) => step.id);
        const answers = await Promise.all(
          presses.map(({ step, person, button }) =>
            workflow.press(
              id,
              stepIds[step % stepIds.length],
              people[person]?.token ?? '',
              `b${button % (planned[step % stepIds.length]?.buttons.length ?? 1)}`,
            ),
          ),
        );
        for (const { status } of answers) assert.ok([200, 403, 409, 412].includes(status), `${status}`);
        const first = await follow();
        assert.equal(first.presses, answers.filter(({ status }) => status === 200).length);
        let { ends } = first;
        while (model.outcome() === undefined) {
          const possible = model.possible();
          assert.ok(possible.length > 0, `a dead end: ${JSON.stringify(planned)}`);
          const turn = possible[accepted % possible.length];
          assert.ok(turn);
          const { step, person } = turn;
          const { actions } = step;
          const from = accepted + possible.length;
          const buttons = actions.map((_, at) => actions[(from + at) % actions.length]);
          const isRefused = async (action: Pick<Action, 'id' | 'next'> | undefined) => {
            const { status } = await workflow.press(id, step.id, person.token, action?.id ?? '');
            if (status === 200) return false;
            assert.equal(status, 412);
            assert.ok(typeof action?.next === 'number' && action.next <= step.order_number, 'goes back');
            return true;
          };
          while (await isRefused(buttons.shift()));
          ends += (await follow()).ends;
        }
        assert.equal(ends, 1, 'it ends once');
        for (const person of people)
          assert.notEqual((await workflow.press(id, stepIds[0], person.token, 'b0')).status, 200);
      },
    ),
    { numRuns: RUNS },
  );
  assert.ok(accepted > RUNS / 5, `enough workflows ran: ${accepted}`);
}, 3_600_000);
