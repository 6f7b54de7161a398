import Type from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Sandbox';
const description =
  'Only in the sandbox. Needs an admin of an org or of the partner. Work that becomes due on the way is done in order. For each due time, Ringbinder first sets the clock to that time.';

const Time = Type.Union([Type.Integer(), Type.String()], {
  description: 'Milliseconds since 1970-01-01 UTC, or ISO 8601 with a zone: `2026-12-01T09:00:00Z`.',
});

const clock = {
  now: Type.Integer({ description: 'Time of the sandbox, in milliseconds.' }),
  frozen: Type.Boolean({ description: 'Whether the clock is stopped.' }),
};

const freeze = Type.Optional(
  Type.Boolean({ description: 'Stops the clock, or lets it run. Default: unchanged.' }),
);

export const getClock = operation(tag, 'getSandboxClock', {
  summary: 'Get the time of the sandbox',
  description: 'Only the sandbox has it.',
  data: Type.Object({
    ...clock,
    offset: Type.Integer({ description: 'How far it is ahead of the machine’s time, milliseconds.' }),
  }),
});

export const setClock = operation(tag, 'setSandboxClock', {
  summary: 'Move or stop the clock of the sandbox',
  description,
  body: Type.Object({
    set: Type.Optional(Time),
    advance: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], {
        description: 'Milliseconds, or an ISO 8601 duration: `P1DT2H`.',
      }),
    ),
    freeze,
  }),
  data: Type.Object({
    ...clock,
    steps: Type.Integer({ description: 'How often the clock stopped on the way because work was due.' }),
    settled: Type.Boolean({
      description:
        'Whether all work that became due has been done. False if 20 seconds or 1,000 steps were not enough. The clock then shows the requested time, and the remaining work is done after the response.',
    }),
  }),
});

const id = Type.String();

export const reset = operation(tag, 'resetSandbox', {
  summary: 'Reset the sandbox to the demo',
  description:
    'Only the sandbox has it. For admins of the partner. Removes all data of the sandbox, including tokens, and creates the demo again with the same client secrets and passwords.',
  body: Type.Object({
    seed: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Ringbinder derives all new ids from this seed, including those of the demo. After each reset with the same seed, the same calls return the same ids.',
      }),
    ),
    set: Type.Optional(Time),
    freeze,
  }),
  data: Type.Object({
    ...clock,
    seed: Type.Union([Type.String(), Type.Null()]),
    demo: Type.Object({
      partner_id: id,
      org_id: id,
      other_org_id: id,
      binder_id: id,
      client: Type.Object({ client_id: id }),
      bot: Type.Object({ client_id: id, user_id: id }),
      users: Type.Array(
        Type.Object({
          id,
          email: Type.String(),
          unique_id: Type.String(),
          name: Type.String(),
          role: Type.String(),
        }),
      ),
    }),
  }),
});
