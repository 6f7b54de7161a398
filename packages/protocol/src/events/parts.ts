import Type, { type Static } from 'typebox';
import { FormAnswers } from '../resources/form.ts';
import { DisplayStatus, outcomes } from '../resources/transaction.ts';

export const EventTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
  description: 'A time in ISO 8601, in UTC, without milliseconds.',
});

export const EventUser = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    image_url: Type.String({ description: 'The address of the user’s picture. Empty if there is none.' }),
    email: Type.String({ description: 'The email address of the user. Empty if unknown.' }),
    unique_id: Type.Union([Type.String(), Type.Null()]),
    is_bot: Type.Boolean(),
  },
  { title: 'EventUser' },
);
export type EventUser = Static<typeof EventUser>;

export const TappingUser = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'TappingUser' });
export type TappingUser = Static<typeof TappingUser>;

export const EventTarget = Type.Object(
  { id: Type.String(), object_type: Type.Enum(['binder', 'org', 'page']) },
  { title: 'EventTarget' },
);
export type EventTarget = Static<typeof EventTarget>;

export const EventBot = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'EventBot' });

export const EventComment = Type.Object(
  {
    id: Type.String(),
    text: Type.String(),
    audio: Type.Union([Type.String(), Type.Null()], {
      description: 'The path of the voice message, from the root of the host. Null if there is none.',
    }),
    richtext: Type.Optional(Type.String({ description: 'The text in BBCode, as the author sent it.' })),
    is_position_comment: Type.Optional(Type.Boolean()),
  },
  { title: 'EventComment' },
);
export type EventComment = Static<typeof EventComment>;

const EventSignatures = Type.Array(
  Type.Object({
    id: Type.String({ description: 'The id of the place in the step.' }),
    page_id: Type.String(),
    label: Type.String(),
    style: Type.Enum(['typed', 'drawn']),
    sha256: Type.String({
      description: 'The SHA-256 of the signature, as in the transaction and the receipt.',
    }),
    file_sha256: Type.String({ description: 'The SHA-256 of the file that the person saw.' }),
  }),
  { description: 'The signatures of `event.user`. Present only for a step that asks for signatures.' },
);

export const PressedStep = Type.Object(
  {
    id: Type.String({ description: 'The id of the transaction.' }),
    step_id: Type.String(),
    click_button_id: Type.String(),
    for_user_id: Type.Optional(
      Type.String({
        description: 'The assignee for whom a delegate pressed. Absent if the assignee pressed.',
      }),
    ),
    is_step_open: Type.Optional(
      Type.Literal(true, { description: 'Present if the step still waits for other assignees.' }),
    ),
    answers: Type.Optional(FormAnswers),
    signatures: Type.Optional(EventSignatures),
    outcome: Type.Optional(
      Type.Enum(outcomes, {
        description:
          'The outcome with which this press ended the transaction. Absent if the transaction continues.',
      }),
    ),
  },
  { title: 'PressedStep' },
);
export type PressedStep = Static<typeof PressedStep>;

export const Postback = Type.Object(
  {
    text: Type.String(),
    payload: Type.Unknown({
      description:
        'The payload of the button, as JSON or as a string. If the button has no payload, this is its text.',
    }),
  },
  { title: 'Postback' },
);
export type Postback = Static<typeof Postback>;

export const StepReference = Type.Object(
  { id: Type.String({ description: 'The id of the transaction.' }), step_id: Type.String() },
  { title: 'StepReference' },
);

export const CompletedStep = Type.Object(
  {
    ...StepReference.properties,
    click_button_id: Type.String(),
    for_user_id: Type.Optional(
      Type.String({
        description: 'The assignee for whom a delegate pressed. Absent if the assignee pressed.',
      }),
    ),
    outcome: Type.Optional(
      Type.Enum(outcomes, {
        description:
          'The outcome with which this press ended the transaction. Absent if the transaction continues.',
      }),
    ),
    signatures: Type.Optional(EventSignatures),
  },
  { title: 'CompletedStep' },
);

export const EndedTransaction = Type.Object(
  {
    id: Type.String(),
    outcome: Type.Enum(outcomes),
    display_status: Type.Optional(DisplayStatus),
  },
  { title: 'EndedTransaction' },
);

export const ReassignedStep = Type.Object(
  {
    ...StepReference.properties,
    user_id: Type.String({ description: 'The new assignee.' }),
    previous_user_id: Type.Optional(
      Type.String({
        description: 'The previous assignee. Absent if the step had several assignees or groups.',
      }),
    ),
    escalated: Type.Optional(
      Type.Literal(true, {
        description: 'Present if the server reassigned the step because it was overdue.',
      }),
    ),
  },
  { title: 'ReassignedStep' },
);
