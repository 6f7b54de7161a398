import {
  BinderId,
  type DisplayStatus,
  DisplayStyle,
  GroupId,
  MAX_TIME,
  NameText,
  NumericId,
  OrgId,
  Outcome,
  TemplateId,
  Text,
  Transaction,
  UserId,
  WaitingStep,
} from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { AsOf, Cursor, Limit, NextCursor, operation } from '../../http/index.ts';
import { FileRequestsInput } from './file-schema.ts';
import { ActionStyle, FormAnswersInput, FormFieldsInput, StepPagesInput } from './form-schema.ts';
import { SignaturePlacesInput, SignaturesInput } from './signature-schema.ts';

const tag = 'Transactions';
const BinderParams = Type.Object({ binder_id: BinderId });
const TransactionParams = Type.Object({ binder_id: BinderId, transaction_id: NumericId });
const StepParams = Type.Object({ ...TransactionParams.properties, step_id: NumericId });

export const Title = NameText({ minLength: 1, maxLength: 1000 });
const ButtonId = Text({ minLength: 1, maxLength: 255 });
const FeedMessage = { maxLength: 65_536 };
/** Excludes JSON numbers such as `1e999`, which JavaScript reads as infinite. */
const MAX_ORDER_NUMBER = 1e9;

export const PressComment = Text({
  maxLength: 10_000,
  description: 'A reason, which the message in the chat contains below the text of the button.',
});

const StatusLine = Type.Object({ text: NameText({ minLength: 1, maxLength: 255 }), style: DisplayStyle });

const ActionInput = Type.Object({
  id: ButtonId,
  text: NameText({ minLength: 1, maxLength: 255 }),
  payload: Type.Optional(Text({ maxLength: 16_384 })),
  feed_msg: Type.Optional(
    Text({ ...FeedMessage, description: 'Posted in the chat when the button is pressed.' }),
  ),
  feed_message: Type.Optional(Text({ ...FeedMessage, description: 'Another name of `feed_msg`.' })),
  style: Type.Optional(Text({ maxLength: 50 })),
  outcome: Type.Optional(
    Type.Unsafe<Outcome>({
      ...Outcome,
      description:
        'Pressing the button ends the transaction with this outcome, and no other step can be pressed. Without it, the transaction continues.',
    }),
  ),
  display_status: Type.Optional(
    Type.Unsafe<DisplayStatus>({
      ...StatusLine,
      description: 'The status that the transaction shows after the press.',
    }),
  ),
  /** A list of types, here and below, because a union would report one error for each of its members. */
  next: Type.Optional(
    Type.Unsafe<number | 'end'>({
      type: ['number', 'string'],
      minimum: 0,
      maximum: MAX_ORDER_NUMBER,
      pattern: '^end$',
      description:
        'The order number of the steps whose turn it is when the button completes the step, or `end`. Default: the next number. A greater number than that of the step skips the steps between. Another one reopens the steps from there on, and their presses no longer count.',
    }),
  ),
  veto: Type.Optional(
    Type.Boolean({
      description:
        'In a step with `assignees`: one press of it completes the step at once. Default: true for a button with the outcome `rejected`.',
    }),
  ),
});
export type ActionInput = Static<typeof ActionInput>;

export const AssigneeInput = Type.Object(
  {
    user_id: Type.Optional(UserId),
    unique_id: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
    email: Type.Optional(Text({ minLength: 1, maxLength: 320 })),
    org_id: Type.Optional(OrgId),
    group_id: Type.Optional(GroupId),
  },
  {
    description:
      'A member of the binder: by `user_id`, by `unique_id` and `org_id`, or by `email` and `org_id`. If several are given, all must match. Or, as `assignee` or in `assignees`, a group of the binder’s org: by `group_id` alone. Each person who is a member of the group and of the binder at the time of the press may press.',
  },
);
export type AssigneeInput = Static<typeof AssigneeInput>;

const MAX_REMINDERS = 10;
const MAX_REMINDER_MS = 366 * 24 * 60 * 60 * 1000;

const DueTime = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_TIME, description: `${description} In milliseconds since 1970.` });
export const Reminders = Type.Array(Type.Integer({ minimum: 1, maximum: MAX_REMINDER_MS }), {
  maxItems: MAX_REMINDERS,
  uniqueItems: true,
  description: 'When the assignee is reminded, in milliseconds before the due time.',
});

const Escalation = Type.Object(
  {
    assignee: AssigneeInput,
    after: Type.Integer({
      minimum: 0,
      maximum: MAX_REMINDER_MS,
      description: 'Milliseconds after the due time.',
    }),
  },
  { description: 'The next assignee, if the step is still open some time after its due time.' },
);

export const MAX_ASSIGNEES = 50;
export const MAX_OBSERVERS = 50;

export const StepInput = Type.Object({
  assignee: Type.Optional(AssigneeInput),
  assignees: Type.Optional(
    Type.Array(AssigneeInput, {
      minItems: 2,
      maxItems: MAX_ASSIGNEES,
      description: 'Several people or groups instead of `assignee`. Each person may press one button.',
    }),
  ),
  required: Type.Optional(
    Type.Unsafe<number | 'all'>({
      type: ['integer', 'string'],
      minimum: 1,
      pattern: '^all$',
      description:
        'How many of `assignees`, or of the members of a group, must press the same button to complete the step: a number or `all`, which is the number of them at the creation. Default: 1.',
    }),
  ),
  distinct_from: Type.Optional(
    Type.Array(Type.Number({ minimum: 0, maximum: MAX_ORDER_NUMBER }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Order numbers of earlier steps. A person who pressed there may not press here.',
    }),
  ),
  not_creator: Type.Optional(Type.Boolean({ description: 'The creator of the transaction may not press.' })),
  order_number: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_ORDER_NUMBER,
      description:
        'Lower numbers run first, equal ones in parallel. Required for every step or for none. Default: the order of the array.',
    }),
  ),
  action_style: Type.Optional(ActionStyle),
  fields: Type.Optional(FormFieldsInput),
  pages: Type.Optional(StepPagesInput),
  file_requests: Type.Optional(FileRequestsInput),
  signatures: Type.Optional(SignaturePlacesInput),
  actions: Type.Array(ActionInput, { minItems: 1, maxItems: 20 }),
  due_time: Type.Optional(DueTime('When the step must be answered. Default: that of the transaction.')),
  reminders: Type.Optional(Reminders),
  escalation: Type.Optional(Escalation),
});
export type StepInput = Static<typeof StepInput>;

const DueTimeChange = Type.Unsafe<number | null>({
  ...DueTime('null removes it.'),
  type: ['integer', 'null'],
});

const DisplayStatusInput = Type.Unsafe<DisplayStatus | null>({
  ...StatusLine,
  type: ['object', 'null'],
  description: 'null removes it.',
});

export const TransactionContent = Text({
  maxLength: 65_536,
  description: 'Plain or rich text; may be empty.',
});

export const MaxReopenings = Type.Integer({
  minimum: 1,
  maximum: 100,
  description:
    'How often buttons with `next` may reopen a step. A press that would exceed it is 412. Default: 10.',
});

export const TransactionFields = Type.Object({
  title: Title,
  content: TransactionContent,
  steps: Type.Array(StepInput, { minItems: 1, maxItems: 100 }),
  due_time: Type.Optional(DueTime('For all steps without their own.')),
  reminders: Type.Optional(Reminders),
  observers: Type.Optional(
    Type.Array(AssigneeInput, {
      maxItems: MAX_OBSERVERS,
      description: 'Members who are notified of the end, but cannot press buttons.',
    }),
  ),
  max_reopenings: Type.Optional(MaxReopenings),
});

/** Matches the name of a role or a variable of a template. */
export const NAME = '\\p{L}[\\p{L}\\p{M}\\p{N}_]{0,63}';
const MAX_NAMES = 100;

export const TemplateVersion = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Default: the latest.',
});

export const TemplateRoles = Type.Record(Type.String({ pattern: `^${NAME}$` }), AssigneeInput, {
  maxProperties: MAX_NAMES,
  additionalProperties: false,
  description: 'A member of the binder, or a group, for each role of the template.',
});

export const TemplateVariables = Type.Record(
  Type.String({ pattern: `^${NAME}$` }),
  Text({ maxLength: 4_000 }),
  {
    maxProperties: MAX_NAMES,
    additionalProperties: false,
    description: 'A text for each variable of the template. It is inserted as it is.',
  },
);

const templateUse = {
  template_id: Type.Optional(
    Type.Unsafe<string>({
      ...TemplateId,
      description:
        'A template of the binder’s org, instead of `title`, `content`, `steps`, `due_time`, `reminders` and `observers`.',
    }),
  ),
  template_version: Type.Optional(TemplateVersion),
  roles: Type.Optional(TemplateRoles),
  variables: Type.Optional(TemplateVariables),
};
const TemplateUse = Type.Object(templateUse);
export type TemplateUse = Static<typeof TemplateUse> & { template_id: string };

const NewTransaction = Type.Object({ ...Type.Partial(TransactionFields).properties, ...templateUse });
export type NewTransaction = Static<typeof NewTransaction>;

export const listTransactions = operation(tag, 'listTransactions', {
  summary: 'List transactions in the order in which they were created',
  description: 'Large transactions are split over several responses: follow `next_cursor`.',
  params: BinderParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor, as_of: AsOf }),
  data: Type.Object({ transactions: Type.Array(Transaction), next_cursor: NextCursor }),
});

export const createTransaction = operation(tag, 'createTransaction', {
  summary: 'Create a transaction',
  description:
    'Needs write access, and every assignee must be a member of the binder (412). With `title`, `content` and `steps`, or with `template_id`.',
  params: BinderParams,
  body: NewTransaction,
  data: Type.Object({
    transaction_id: Type.Integer(),
    created_time: Type.Integer(),
    updated_time: Type.Integer(),
    steps: Type.Array(Type.Object({ id: Type.Integer() }), { description: 'In the order sent.' }),
  }),
});

export const listWaitingSteps = operation(tag, 'listWaitingSteps', {
  summary: 'List the steps that the caller can answer now, in all binders',
  description:
    'The earliest due time first, steps without one last; of equal ones, the longest wait first. `count` is the number of all of them, at most 1,000.',
  querystring: Type.Object({
    state: Type.Optional(
      Type.Enum(['open'], { description: '`open`: the caller can answer now. It is the only state.' }),
    ),
    limit: Limit,
    cursor: Cursor,
  }),
  data: Type.Object({
    steps: Type.Array(WaitingStep),
    count: Type.Integer({ minimum: 0, maximum: 1_000 }),
    next_cursor: NextCursor,
  }),
});

export const getTransaction = operation(tag, 'getTransaction', {
  summary: 'Get a transaction',
  params: TransactionParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Transaction,
});

const TransactionUpdate = Type.Object({
  title: Type.Optional(Title),
  is_active: Type.Optional(Type.Boolean()),
  display_status: Type.Optional(DisplayStatusInput),
  due_time: Type.Optional(DueTimeChange),
  reminders: Type.Optional(Reminders),
  steps: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        due_time: Type.Optional(DueTimeChange),
        reminders: Type.Optional(Reminders),
      }),
      { minItems: 1, maxItems: 100, description: 'Steps with a new due time or new reminders.' },
    ),
  ),
});
export type TransactionUpdate = Static<typeof TransactionUpdate>;

export const updateTransaction = operation(tag, 'updateTransaction', {
  summary: 'Change title, is_active, display_status or the due time',
  description:
    'At least one of them; omitted ones stay unchanged. A changed due time is announced again. For the creator or the binder’s owner. `is_active: true` reopens a transaction that a button ended: the step with that button is open again.',
  params: TransactionParams,
  body: TransactionUpdate,
});

export const pressButton = operation(tag, 'pressButton', {
  summary: 'Press a button of a step',
  description:
    'For an assignee of the step, once, or a delegate (`POST /me/delegations`) instead. With several assignees, the step is done when `required` people pressed the same button, or one pressed a veto. 403 for a person whom `not_creator` or `distinct_from` excludes. 412 if the transaction is not active, has ended, or has open steps of lower order; 409 if the step is done or the caller has pressed. A button with an `outcome` ends the transaction, and so does the last step. In a step with a form, `answers` that do not fit are 400 at `answers.<id>`, for each field. 412 if the caller has not opened a page of the step to the end, or a required file or signature is missing.',
  params: StepParams,
  body: Type.Object({
    click_button_id: ButtonId,
    comment: Type.Optional(PressComment),
    answers: Type.Optional(FormAnswersInput),
    signatures: Type.Optional(SignaturesInput),
    for_user_id: Type.Optional(
      Type.Unsafe<string>({
        ...UserId,
        description:
          'The assignee for whom a delegate presses. Default: the caller, or the only assignee whom the caller represents.',
      }),
    ),
  }),
});

export const readStepPage = operation(tag, 'readStepPage', {
  summary: 'Record that the caller opened a page of a step to its end',
  description:
    'For an assignee of the step or a delegate. Needed once for each page and person; a page with a new file must be opened again. 409 if the step is done, 412 if the transaction has ended.',
  params: Type.Object({ ...StepParams.properties, page_id: NumericId }),
});

const ReassignInput = Type.Object({
  ...AssigneeInput.properties,
  previous_user_id: Type.Optional(
    Type.Unsafe<string>({ ...UserId, description: 'The assignee to replace. Default: the only one.' }),
  ),
});
export type ReassignInput = Static<typeof ReassignInput>;

export const reassignStep = operation(tag, 'reassignStep', {
  summary: 'Assign a step to another person',
  description:
    'For the creator of the transaction, the owner of the binder, or an admin of the binder’s org, who need not be a member. The new assignee must be an enabled member of the binder (412). 409 if the step is done, 412 if the transaction has ended. Links of the previous assignee stop working. Assigning the step to the same person changes nothing. A step with several assignees needs `previous_user_id`; 409 if that person has pressed.',
  params: StepParams,
  body: ReassignInput,
});

export const deleteTransaction = operation(tag, 'deleteTransaction', {
  summary: 'Delete a transaction',
  description: 'For the creator or the binder’s owner.',
  params: TransactionParams,
});
