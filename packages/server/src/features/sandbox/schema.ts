import Type from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Sandbox';
const description =
  'Exists only in the sandbox. Allowed for admins of any org and of the partner. Send `set` or `advance`, `freeze`, or both. When you move the clock, the server does all work that becomes due, in order, and with the clock at the due time of each. 412: `set` is in the past.';

const Time = Type.Union([Type.Integer(), Type.String()], {
  description:
    'The new time: milliseconds since 1970-01-01 UTC, or ISO 8601 with a zone, such as `2026-12-01T09:00:00Z`.',
});

const clock = {
  now: Type.Integer({ description: 'The time of the sandbox, in milliseconds since 1970-01-01 UTC.' }),
  frozen: Type.Boolean({ description: 'True if the clock is stopped.' }),
};

const freeze = Type.Optional(
  Type.Boolean({
    description:
      'If true, the clock stops. If false, it runs. Default for `setSandboxClock`: unchanged. Default for `resetSandbox`: false.',
  }),
);

export const getClock = operation(tag, 'getSandboxClock', {
  summary: 'Get the time of the sandbox',
  description: 'Exists only in the sandbox.',
  data: Type.Object({
    ...clock,
    offset: Type.Integer({
      description: 'The time of the sandbox minus the time of the machine, in milliseconds.',
    }),
  }),
});

export const setClock = operation(tag, 'setSandboxClock', {
  summary: 'Move or stop the clock of the sandbox',
  description,
  body: Type.Object({
    set: Type.Optional(Time),
    advance: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], {
        description:
          'How far to move the clock forward: milliseconds, or an ISO 8601 duration such as `P1DT2H`.',
      }),
    ),
    freeze,
  }),
  data: Type.Object({
    ...clock,
    steps: Type.Integer({ description: 'How many times the clock stopped on the way because work was due.' }),
    settled: Type.Boolean({
      description:
        'True if all work that became due is done. False if the call reached its limit of 20 seconds or 1,000 steps. In this case, the clock still has the requested time, and the server does the rest of the work after the call.',
    }),
  }),
});

const id = Type.String();

export const reset = operation(tag, 'resetSandbox', {
  summary: 'Reset the sandbox to the demo',
  description:
    'Exists only in the sandbox. Allowed for admins of the partner. Deletes all data of the sandbox, including your token, and creates the demo again. The secrets and passwords of the demo do not change. 412: the sandbox did not start with the demo. 503: open requests did not end in time; the call has changed nothing.',
  body: Type.Object({
    seed: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'If present, the server derives all new ids from it, including those of the demo. After a reset with the same seed, the same calls return the same ids.',
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
