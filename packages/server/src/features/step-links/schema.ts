import { Action, BinderId, Milliseconds, NumericId, Step, Text, Transaction } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Transactions';
const DAY_SECONDS = 24 * 60 * 60;
export const DEFAULT_SECONDS = DAY_SECONDS;
const MAX_SECONDS = 30 * DAY_SECONDS;

export const createStepLink = operation(tag, 'createStepLink', {
  summary: 'Make a link by which the assignee answers a step, once, without signing in',
  description:
    'Whoever has the link can press one button of this step in the name of its assignee, and do nothing else. So only the assignee is given it. The creator of the transaction, the owner and editors have it mailed with `mail: true`: it goes to the assignee’s own address and is not in the answer. It is good until it is used or expires, 20 at a time for one step. `token` is what `<service-transaction>` takes, and `GET /steplink`.',
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId, step_id: NumericId }),
  body: Type.Object({
    expires_in: Type.Optional(
      Type.Integer({ minimum: 60, maximum: MAX_SECONDS, description: 'Seconds; a day when left out.' }),
    ),
    mail: Type.Optional(
      Type.Boolean({ default: false, description: 'Sends it to the assignee and does not tell it here.' }),
    ),
  }),
  data: Type.Object({
    url: Type.Optional(Type.String({ description: 'A page with the buttons.' })),
    token: Type.Optional(Type.String()),
    created_time: Milliseconds,
    expires_time: Milliseconds,
  }),
});

const transaction = Transaction.properties;
const step = Step.properties;
const action = Action.properties;

export const getLinkedStep = operation(tag, 'getLinkedStep', {
  summary: 'Get the step that a link is for',
  description:
    'The token of the link goes into the Authorization header in place of an access token, and opens nothing else. 401 when it was used, has expired, or its person may not answer any more.',
  auth: 'none',
  data: Type.Object({
    binder: Type.Object({ id: BinderId, name: Type.String() }),
    transaction: Type.Object({
      id: transaction.id,
      title: transaction.title,
      content: transaction.content,
      creator: transaction.creator,
      is_active: transaction.is_active,
      outcome: transaction.outcome,
      display_status: transaction.display_status,
    }),
    step: Type.Object({
      id: step.id,
      status: step.status,
      is_blocked: Type.Optional(
        Type.Boolean({
          description:
            'It waits for somebody who cannot answer any more: the step of that person has to be reassigned.',
        }),
      ),
      actions: Type.Array(
        Type.Object({ id: action.id, text: action.text, style: action.style, outcome: action.outcome }),
      ),
    }),
    user: Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'In whose name a button is pressed.' },
    ),
    client_id: Type.String({ description: 'The client that asked for the link.' }),
    expires_time: Milliseconds,
  }),
});

export const pressLinkedButton = operation(tag, 'pressLinkedButton', {
  summary: 'Press a button of the step that a link is for',
  description:
    'As pressing it with an access token, and with the same refusals, after which the link is still good. Once it succeeds the link is used.',
  auth: 'none',
  body: Type.Object({ click_button_id: Text({ minLength: 1, maxLength: 255 }) }),
});
