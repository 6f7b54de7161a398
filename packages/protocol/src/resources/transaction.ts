import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { StepFileRequest } from './file-request.ts';
import { FormAnswers, FormField } from './form.ts';
import { Unavailable, UserReference } from './people.ts';
import { StepSignature } from './signature.ts';

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
    id: Type.String({ description: 'The `click_button_id` that presses it.' }),
    text: Type.String(),
    payload: Type.String(),
    feed_msg: Type.String({ description: 'Posted in the chat when the button is pressed.' }),
    style: Type.Optional(Type.String()),
    outcome: Type.Optional(Outcome),
    display_status: Type.Optional(DisplayStatus),
    next: Type.Optional(
      Type.Unsafe<number | string>({
        type: ['number', 'string'],
        description:
          'The order number of the steps whose turn it is after the press, or `end`. Steps between are skipped, or reopened by a number that is not greater than that of the step.',
      }),
    ),
    veto: Type.Optional(
      Type.Boolean({ description: 'In a step with several assignees, one press of it completes the step.' }),
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
  { title: 'Absence', description: '`delegate` is absent if the delegate cannot press in this step.' },
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
          'Delegations of the person, also planned ones. Only for open steps, and not with `as_of`.',
      }),
    ),
    pressed_by: Type.Optional(UserReference),
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
      Type.Boolean({ description: 'True if only a group of `groups` makes the person an assignee.' }),
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
  description: 'Milliseconds since 1970-01-01 UTC. A step without its own has that of the transaction.',
});
const Reminders = Type.Array(Type.Integer(), {
  description: 'Milliseconds before the due time. A step without its own has those of the transaction.',
});

/**
 * `waiting`: a step with a lower order number is open. `skipped`: the transaction ended before a press, or a
 * button skipped the step.
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
        description: 'Only of a step with a form: the buttons need `answers` to these fields.',
      }),
    ),
    pages: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          read_by: Type.Array(Type.Object({ user_id: Type.String(), time: Milliseconds }), {
            description: 'People who opened the page to its end, with the times.',
          }),
        }),
        {
          description:
            'Only of an acknowledgement: whoever presses must have opened these pages to the end. Deleted pages are absent.',
        },
      ),
    ),
    file_requests: Type.Optional(
      Type.Array(StepFileRequest, {
        description:
          'Only of a step that asks for files, also by `file` fields of a form: the buttons need the required ones.',
      }),
    ),
    signatures: Type.Optional(
      Type.Array(StepSignature, {
        description: 'Only of a step that asks for signatures: the buttons need the required ones.',
      }),
    ),
    assignee: Assignee,
    assignees: Type.Optional(
      Type.Array(SharedAssignee, {
        description:
          'For a step with several assignees. Its `assignee` is the first of them who has not answered, or who completed the step.',
      }),
    ),
    groups: Type.Optional(
      Type.Array(GroupReference, {
        description:
          'Groups that are assignees. `assignees` has those of their members who have pressed. While the step is open, it also has those who can press, at most 100.',
      }),
    ),
    required: Type.Optional(
      Type.Integer({
        description: 'The step is completed when so many of `assignees` pressed the same button.',
      }),
    ),
    pressed_count: Type.Optional(Type.Integer({ description: 'How many of `assignees` have answered.' })),
    distinct_from: Type.Optional(
      Type.Array(Type.Number(), {
        description: 'Order numbers: who pressed in one of these steps may not press here.',
      }),
    ),
    not_creator: Type.Optional(
      Type.Boolean({ description: 'True if the creator of the transaction may not press.' }),
    ),
    status: Type.Enum(['waiting', 'current', 'completed', 'skipped']),
    reopened_count: Type.Optional(
      Type.Integer({ description: 'How often a button has reopened the step. Absent if none has.' }),
    ),
    reopened_time: Type.Optional(Milliseconds),
    clicked_button_id: Type.Optional(Type.String()),
    completed_time: Type.Optional(Milliseconds),
    answers: Type.Optional(
      Type.Unsafe<FormAnswers>({
        ...FormAnswers,
        description:
          'To the form, of the person who completed the step. The answers of other people are in `pressed`.',
      }),
    ),
    due_time: Type.Optional(DueTime),
    reminders: Type.Optional(Reminders),
    escalation: Type.Optional(
      Type.Object(
        {
          assignee: Type.Object({ user_id: Type.String(), name: Type.String() }),
          after: Type.Integer({ description: 'Milliseconds after the due time.' }),
        },
        { description: 'The next assignee, if the step is still open then. Absent after the reassignment.' },
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
        description: 'Members who are notified of the end, but cannot press. Absent if there are none.',
      }),
    ),
    template: Type.Optional(
      Type.Object(
        { id: Type.String(), version: Type.Integer() },
        { description: 'The template from which it was created.' },
      ),
    ),
    max_reopenings: Type.Optional(Type.Integer({ description: 'Present if it was set.' })),
    is_active: Type.Boolean(),
    outcome: Type.Optional(Outcome),
    due_time: Type.Optional(DueTime),
    reminders: Type.Optional(Reminders),
  },
  { title: 'Transaction' },
);
export type Transaction = Static<typeof Transaction>;
