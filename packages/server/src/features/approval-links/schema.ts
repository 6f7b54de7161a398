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
    'Anybody who has the link can press one button of this step in the name of its assignee, and nothing else. Therefore only the assignee gets it. The creator of the transaction, the owner and editors can set `mail: true`: the server mails the link to the assignee and does not return it. It works until it is used or expires. A step has at most 20 links. `<service-transaction>` and `GET /steplink` take its `token`.',
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId, step_id: NumericId }),
  body: Type.Object({
    expires_in: Type.Optional(
      Type.Integer({ minimum: 60, maximum: MAX_SECONDS, description: 'Seconds; a day when left out.' }),
    ),
    mail: Type.Optional(
      Type.Boolean({ default: false, description: 'Mails it to the assignee instead of returning it.' }),
    ),
    user_id: Type.Optional(
      Type.Unsafe<string>({
        ...UserId,
        description: 'The assignee, if the step has several. Default: the caller.',
      }),
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
  summary: 'Get the step of a link',
  description:
    'Send the token of the link in the Authorization header instead of an access token. It gives no other access. 401 if it was used, has expired, or its user may no longer answer.',
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
        Type.Integer({ description: 'Like `required` and `pressed_count`, only with several assignees.' }),
      ),
      is_blocked: Type.Optional(
        Type.Boolean({
          description: 'It waits for somebody who can no longer answer: reassign the step.',
        }),
      ),
      fields: step.fields,
      file_requests: Type.Optional(
        Type.Array(
          Type.Object({
            ...FileRequest.properties,
            files: Type.Array(Type.Object({ file_id: Type.String(), name: Type.String() })),
          }),
          { description: 'Upload files to them with `POST /steplink/files`.' },
        ),
      ),
      signatures: Type.Optional(
        Type.Array(StepSignature, { description: 'Places to sign, whose pages the link does not open.' }),
      ),
      pages: Type.Optional(
        Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), is_read: Type.Boolean() }), {
          description: 'Pages that the user must have opened to the end, which the link does not open.',
        }),
      ),
      actions: Type.Array(
        Type.Object({ id: action.id, text: action.text, style: action.style, outcome: action.outcome }),
      ),
    }),
    user: Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'The user in whose name a button is pressed.' },
    ),
    client_id: Type.String({ description: 'The client that requested the link.' }),
    expires_time: Milliseconds,
  }),
});

export const deliverLinkedFile = operation(tag, 'deliverLinkedFile', {
  summary: 'Upload a file for which the step of a link asks',
  description:
    'Like an upload with an access token (`deliverFile`), with the same errors. It does not use up the link.',
  auth: 'none',
  consumes: ['multipart/form-data'],
  querystring: DeliveryQuery,
  body: FileUpload,
  data: Delivery,
});

export const pressLinkedButton = operation(tag, 'pressLinkedButton', {
  summary: 'Press a button of the step of a link',
  description:
    'Like a press with an access token, with the same errors, which don’t use up the link. A successful press does.',
  auth: 'none',
  body: Type.Object({
    click_button_id: Text({ minLength: 1, maxLength: 255 }),
    answers: Type.Optional(FormAnswersInput),
    signatures: Type.Optional(SignaturesInput),
  }),
});
