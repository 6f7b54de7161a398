import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { StepFileRequest } from './file-request.ts';
import { FormAnswers, FormField } from './form.ts';
import { Unavailable, UserReference } from './people.ts';
import { StepSignature } from './signature.ts';
import { DueDay } from './todo.ts';

export const DisplayStyle = Type.Enum(['SUCCESS', 'INFO', 'WARNING', 'DANGER']);

export const DisplayStatus = Type.Object(
  { text: Type.String(), style: DisplayStyle },
  { title: 'DisplayStatus' },
);
export type DisplayStatus = Static<typeof DisplayStatus>;

export const outcomes = ['completed', 'rejected'] as const;

export const Outcome = Type.Enum(outcomes);
export type Outcome = Static<typeof Outcome>;

export const Action = Type.Object(
  {
    id: Type.String({ description: 'To press the button, send this as `click_button_id`.' }),
    text: Type.String(),
    payload: Type.String(),
    feed_msg: Type.String({ description: 'The message that a press of the button posts in the chat.' }),
    style: Type.Optional(Type.String()),
    outcome: Type.Optional(Outcome),
    display_status: Type.Optional(DisplayStatus),
    next: Type.Optional(
      Type.Unsafe<number | string>({
        type: ['number', 'string'],
        description:
          'The order number of the steps to continue with when the button completes the step, or `end`. A number greater than that of the step skips the steps in between. Any other number reopens the steps from that number onwards.',
      }),
    ),
    veto: Type.Optional(
      Type.Boolean({
        description: 'If true, a single press of the button completes a step with several assignees.',
      }),
    ),
  },
  { title: 'Action' },
);
export type Action = Static<typeof Action>;

export const Absence = Type.Object(
  {
    starts_time: Milliseconds,
    ends_time: Milliseconds,
    delegate: Type.Optional(UserReference),
  },
  {
    title: 'Absence',
    description:
      'A period in which a delegate can press for the person. The property `delegate` is missing if the delegate cannot press in this step.',
  },
);
export type Absence = Static<typeof Absence>;

const GroupReference = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'GroupReference' });

export const Assignee = Type.Object(
  {
    user_id: Type.String(),
    name: Type.String(),
    email: Type.Optional(Type.String()),
    org_id: Type.Optional(Type.String()),
    unique_id: Type.Optional(Type.String()),
    unavailable: Type.Optional(Unavailable),
    absences: Type.Optional(
      Type.Array(Absence, {
        description:
          'The current and planned delegations of the person. Present only for open steps, and never with `as_of`.',
      }),
    ),
    pressed_by: Type.Optional(UserReference),
    viewed_time: Type.Optional(
      Type.Unsafe<number>({
        ...Milliseconds,
        description: 'When the person opened the step first. Absent if the server does not know it.',
      }),
    ),
  },
  { title: 'Assignee' },
);
export type Assignee = Static<typeof Assignee>;

export const SharedAssignee = Type.Object(
  {
    ...Assignee.properties,
    pressed: Type.Optional(
      Type.Object(
        { click_button_id: Type.String(), time: Milliseconds, answers: Type.Optional(FormAnswers) },
        { description: 'Absent if the person has not answered.' },
      ),
    ),
    by_group: Type.Optional(
      Type.Boolean({ description: 'True if the person is an assignee only as a member of one of `groups`.' }),
    ),
    excluded: Type.Optional(
      Type.Boolean({
        description: 'True if `not_creator` or `distinct_from` prevents the person from pressing.',
      }),
    ),
  },
  { title: 'SharedAssignee' },
);
export type SharedAssignee = Static<typeof SharedAssignee>;

const DueTime = Type.Integer({
  description:
    'The due time in milliseconds since 1970-01-01 UTC. If a step has none, the due time of the transaction applies to it.',
});
const Reminders = Type.Array(Type.Integer(), {
  description:
    'The times of the reminders, in milliseconds before the due time. If a step has none, the reminders of the transaction apply to it.',
});

/**
 * `waiting`: a step with a lower order number is open. `skipped`: a button skipped the step, or the
 * transaction ended first.
 */
export const Step = Type.Object(
  {
    id: Type.Integer(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    order_number: Type.Number(),
    action_style: Type.String({ description: '`button`, `form`, `acknowledge`, `file_request` or `sign`.' }),
    actions: Type.Array(Action),
    fields: Type.Optional(
      Type.Array(FormField, {
        description:
          'Present only for a step with a form. A press of a button must contain `answers` to the required fields, unless the button has the outcome `rejected`.',
      }),
    ),
    pages: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          read_by: Type.Array(Type.Object({ user_id: Type.String(), time: Milliseconds }), {
            description: 'The people who have opened the page to its end, and when.',
          }),
        }),
        {
          description:
            'Present only for an acknowledgement. A person must open each of these pages to its end before the press, unless the button has the outcome `rejected`. Deleted pages are absent.',
        },
      ),
    ),
    file_requests: Type.Optional(
      Type.Array(StepFileRequest, {
        description:
          'Present only for a step that asks for files, or has a form with `file` fields. The required files must be uploaded before the press, unless the button has the outcome `rejected`.',
      }),
    ),
    signatures: Type.Optional(
      Type.Array(StepSignature, {
        description:
          'Present only for a step that asks for signatures. A press must contain the required signatures, unless the button has the outcome `rejected`.',
      }),
    ),
    assignee: Assignee,
    assignees: Type.Optional(
      Type.Array(SharedAssignee, {
        description:
          'Present only for a step with several assignees. In this case, `assignee` is the first person of `assignees` who has not answered or, in a completed step, the person who completed it.',
      }),
    ),
    groups: Type.Optional(
      Type.Array(GroupReference, {
        description:
          'The groups that are assignees. `assignees` contains the members of these groups who have pressed. While the step is open, it also contains up to 100 members who can press.',
      }),
    ),
    required: Type.Optional(
      Type.Integer({
        description: 'The step is completed when this number of `assignees` have pressed the same button.',
      }),
    ),
    pressed_count: Type.Optional(
      Type.Integer({ description: 'The number of `assignees` who have answered.' }),
    ),
    distinct_from: Type.Optional(
      Type.Array(Type.Number(), {
        description:
          'Order numbers of earlier steps. A person who has pressed a button of these steps may not press in this step.',
      }),
    ),
    not_creator: Type.Optional(
      Type.Boolean({ description: 'True if the creator of the transaction may not press.' }),
    ),
    status: Type.Enum(['waiting', 'current', 'completed', 'skipped']),
    reopened_count: Type.Optional(
      Type.Integer({
        description: 'How often a button has reopened the step. Absent if this has not happened.',
      }),
    ),
    reopened_time: Type.Optional(Milliseconds),
    clicked_button_id: Type.Optional(Type.String()),
    completed_time: Type.Optional(Milliseconds),
    answers: Type.Optional(
      Type.Unsafe<FormAnswers>({
        ...FormAnswers,
        description:
          'The answers of the person who completed the step. The answers of other people are in `pressed` of `assignees`.',
      }),
    ),
    due_time: Type.Optional(DueTime),
    due_day: Type.Optional(DueDay),
    reminders: Type.Optional(Reminders),
    escalation: Type.Optional(
      Type.Object(
        {
          assignee: Type.Object({ user_id: Type.String(), name: Type.String() }),
          after: Type.Integer({ description: 'The time after the due time, in milliseconds.' }),
        },
        {
          description:
            'If the step is still open at this time after its due time, the server assigns it to this person. Absent after that.',
        },
      ),
    ),
  },
  { title: 'Step' },
);
export type Step = Static<typeof Step>;

export const Transaction = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    steps: Type.Array(Step),
    display_status: Type.Optional(DisplayStatus),
    creator: UserReference,
    observers: Type.Optional(
      Type.Array(UserReference, {
        description:
          'Members who cannot press, but are notified when the transaction ends. Absent if there are none.',
      }),
    ),
    template: Type.Optional(
      Type.Object(
        { id: Type.String(), version: Type.Integer() },
        {
          description:
            'The template from which the transaction was created. Absent if it was created without a template.',
        },
      ),
    ),
    max_reopenings: Type.Optional(
      Type.Integer({
        description:
          'How often buttons can reopen steps of the transaction. Absent if the creator has not set it.',
      }),
    ),
    is_active: Type.Boolean(),
    outcome: Type.Optional(Outcome),
    due_time: Type.Optional(DueTime),
    due_day: Type.Optional(DueDay),
    reminders: Type.Optional(Reminders),
    reminded_time: Type.Optional(
      Type.Unsafe<number>({
        ...Milliseconds,
        description: 'When somebody last reminded the people whose answers are awaited. Absent before that.',
      }),
    ),
  },
  { title: 'Transaction' },
);
export type Transaction = Static<typeof Transaction>;
