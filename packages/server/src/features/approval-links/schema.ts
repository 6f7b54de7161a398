import {
  Action,
  BinderId,
  FileRequest,
  Milliseconds,
  NumericId,
  Step,
  StepSignature,
  Text,
  Transaction,
  UserId,
} from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import {
  Delivery,
  DeliveryQuery,
  FileUpload,
  FormAnswersInput,
  SignaturesInput,
} from '../transactions/index.ts';

const tag = 'Transactions';
const DAY_SECONDS = 24 * 60 * 60;
export const DEFAULT_SECONDS = DAY_SECONDS;
const MAX_SECONDS = 30 * DAY_SECONDS;

export const createStepLink = operation(tag, 'createStepLink', {
  summary: 'Create a link for one answer to a step without signing in',
  description:
    'Allowed for the assignee of the step. With `mail: true`, also allowed for the creator of the transaction and for the owner and editors of the binder: the server emails the link to the assignee and does not return it. Anybody who has the link can press one button of this step in the name of the assignee. The link gives no other access. It works until somebody uses it or it expires. Pass its `token` to `<service-transaction>` or `GET /steplink`. 403: only the assignee can get the link. 409: the step is completed, or the assignee has pressed. 412: the transaction has ended; `user_id` is not an assignee; the assignee cannot press; the step already has 20 links; or the server cannot email the assignee.',
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId, step_id: NumericId }),
  body: Type.Object({
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: MAX_SECONDS,
        description: 'The lifetime of the link in seconds. Default: a day.',
      }),
    ),
    mail: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'If true, the server emails the link to the assignee instead of returning it.',
      }),
    ),
    user_id: Type.Optional(
      Type.Unsafe<string>({
        ...UserId,
        description:
          'If the step has several assignees, the assignee who gets the link. Default: the caller.',
      }),
    ),
  }),
  data: Type.Object({
    url: Type.Optional(
      Type.String({ description: 'The address of a page with the buttons. Absent with `mail: true`.' }),
    ),
    token: Type.Optional(Type.String()),
    created_time: Milliseconds,
    expires_time: Milliseconds,
  }),
});

const transaction = Transaction.properties;
const step = Step.properties;
const action = Action.properties;

export const getLinkedStep = operation(tag, 'getLinkedStep', {
  summary: 'Get the step of a link',
  description:
    'Send the token of the link in the Authorization header, as `Bearer`, instead of an access token. 401: the link was used or has expired, or its assignee may no longer answer.',
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
      required: step.required,
      pressed_count: step.pressed_count,
      assignee_count: Type.Optional(
        Type.Integer({
          description:
            'The number of assignees. Only steps with several assignees have `required`, `pressed_count` and `assignee_count`.',
        }),
      ),
      is_blocked: Type.Optional(
        Type.Boolean({
          description:
            'True if this step waits for an earlier step whose assignee can no longer answer. To continue, reassign the earlier step.',
        }),
      ),
      fields: step.fields,
      file_requests: Type.Optional(
        Type.Array(
          Type.Object({
            ...FileRequest.properties,
            files: Type.Array(Type.Object({ file_id: Type.String(), name: Type.String() })),
          }),
          { description: 'Files that the step asks for. To upload one, call `POST /steplink/files`.' },
        ),
      ),
      signatures: Type.Optional(
        Type.Array(StepSignature, {
          description: 'Places where the assignee must or can sign. The link gives no access to their pages.',
        }),
      ),
      pages: Type.Optional(
        Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), is_read: Type.Boolean() }), {
          description:
            'Pages that the assignee must open to the end before the press. The link gives no access to them.',
        }),
      ),
      actions: Type.Array(
        Type.Object({ id: action.id, text: action.text, style: action.style, outcome: action.outcome }),
      ),
    }),
    user: Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'The assignee, in whose name the link presses a button.' },
    ),
    client_id: Type.String({ description: 'The client that requested the link.' }),
    expires_time: Milliseconds,
  }),
});

export const deliverLinkedFile = operation(tag, 'deliverLinkedFile', {
  summary: 'Upload a file for which the step of a link asks',
  description:
    'Send the token of the link in the Authorization header instead of an access token. The effect and the errors are those of `deliverFile`. An upload does not use up the link. 401: the link was used or has expired, or its assignee may no longer answer.',
  auth: 'none',
  consumes: ['multipart/form-data'],
  querystring: DeliveryQuery,
  body: FileUpload,
  data: Delivery,
});

export const pressLinkedButton = operation(tag, 'pressLinkedButton', {
  summary: 'Press a button of the step of a link',
  description:
    'Send the token of the link in the Authorization header instead of an access token. The effect and the errors are those of `pressButton`. A successful press uses up the link, a failed one does not. 401: the link was used or has expired, or its assignee may no longer answer.',
  auth: 'none',
  body: Type.Object({
    click_button_id: Text({ minLength: 1, maxLength: 255 }),
    answers: Type.Optional(FormAnswersInput),
    signatures: Type.Optional(SignaturesInput),
  }),
});
