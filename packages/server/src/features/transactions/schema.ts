import {
  BinderId,
  type DisplayStatus,
  DisplayStyle,
  DUE_DAY,
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
  description:
    'For example the reason of the press. The chat message contains it below the text of the button.',
});

const StatusLine = Type.Object({ text: NameText({ minLength: 1, maxLength: 255 }), style: DisplayStyle });

const ActionInput = Type.Object({
  id: ButtonId,
  text: NameText({ minLength: 1, maxLength: 255 }),
  payload: Type.Optional(Text({ maxLength: 16_384 })),
  feed_msg: Type.Optional(
    Text({ ...FeedMessage, description: 'The message that a press of the button posts in the chat.' }),
  ),
  feed_message: Type.Optional(Text({ ...FeedMessage, description: 'Another name of `feed_msg`.' })),
  style: Type.Optional(Text({ maxLength: 50 })),
  outcome: Type.Optional(
    Type.Unsafe<Outcome>({
      ...Outcome,
      description:
        'If set, a press of the button ends the transaction with this outcome, and nobody can press a button of another step. If absent, the transaction continues.',
    }),
  ),
  display_status: Type.Optional(
    Type.Unsafe<DisplayStatus>({
      ...StatusLine,
      description: 'The status that the transaction shows after the press.',
    }),
  ),
  /** Not a union, which would report one error for each of its members. */
  next: Type.Optional(
    Type.Unsafe<number | 'end'>({
      type: ['number', 'string'],
      minimum: 0,
      maximum: MAX_ORDER_NUMBER,
      pattern: '^end$',
      description:
        'The order number of the steps to continue with when the button completes the step, or `end`. Default: the next number. A number greater than that of the step skips the steps in between. Any other number reopens the steps from that number onwards. Their presses no longer count.',
    }),
  ),
  veto: Type.Optional(
    Type.Boolean({
      description:
        'Only for a step with `assignees`. If true, a single press of the button completes the step. Default: true if the outcome of the button is `rejected`.',
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
      'A member of the binder. Send `user_id`, `unique_id` and `org_id`, or `email` and `org_id`. If you send several of them, all must match. An assignee can also be a group of the binder’s org: send only `group_id`. Each person who is a member of the group and of the binder at the time of the press may press.',
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
  description: 'Times before the due time, in milliseconds, at which the assignee is reminded.',
});

const Escalation = Type.Object(
  {
    assignee: AssigneeInput,
    after: Type.Integer({
      minimum: 0,
      maximum: MAX_REMINDER_MS,
      description: 'The time after the due time, in milliseconds.',
    }),
  },
  {
    description: 'Assigns the step to another person if it is still open some time after its due time.',
  },
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
        'How many people must press the same button to complete the step: a number, or `all` for the number of `assignees` or group members when the transaction is created. Default: 1.',
    }),
  ),
  distinct_from: Type.Optional(
    Type.Array(Type.Number({ minimum: 0, maximum: MAX_ORDER_NUMBER }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        'Order numbers of earlier steps. A person who has pressed a button of these steps may not press in this step.',
    }),
  ),
  not_creator: Type.Optional(Type.Boolean({ description: 'The creator of the transaction may not press.' })),
  order_number: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_ORDER_NUMBER,
      description:
        'Steps with lower numbers run first. Steps with equal numbers run in parallel. Set it for every step or for none. Default: the order of the array.',
    }),
  ),
  action_style: Type.Optional(ActionStyle),
  fields: Type.Optional(FormFieldsInput),
  pages: Type.Optional(StepPagesInput),
  file_requests: Type.Optional(FileRequestsInput),
  signatures: Type.Optional(SignaturePlacesInput),
  actions: Type.Array(ActionInput, { minItems: 1, maxItems: 20 }),
  due_time: Type.Optional(DueTime('The due time of the step. Default: that of the transaction.')),
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
    'How often buttons with `next` may reopen a step. A press that would exceed this number returns 412. Default: 10.',
});

export const TransactionFields = Type.Object({
  title: Title,
  content: TransactionContent,
  steps: Type.Array(StepInput, { minItems: 1, maxItems: 100 }),
  due_time: Type.Optional(DueTime('The due time of all steps that have no due time of their own.')),
  due_day: Type.Optional(Text({ maxLength: 10, description: DUE_DAY })),
  reminders: Type.Optional(Reminders),
  observers: Type.Optional(
    Type.Array(AssigneeInput, {
      maxItems: MAX_OBSERVERS,
      description: 'Members who are notified when the transaction ends, but cannot press buttons.',
    }),
  ),
  max_reopenings: Type.Optional(MaxReopenings),
});

/** Pattern of the names that a template gives to roles and variables. */
export const NAME = '\\p{L}[\\p{L}\\p{M}\\p{N}_]{0,63}';
const MAX_NAMES = 100;

export const TemplateVersion = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'The number of the version. Default: the latest.',
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
    description: 'A text for each variable of the template. The server inserts it unchanged.',
  },
);

const templateUse = {
  template_id: Type.Optional(
    Type.Unsafe<string>({
      ...TemplateId,
      description:
        'A template of the binder’s org. Send it instead of `title`, `content`, `steps`, `due_time`, `due_day`, `reminders` and `observers`.',
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
    'Needs write access. Send `title`, `content` and `steps`, or `template_id`. If an assignee is not a member of the binder, the call returns 412.',
  params: BinderParams,
  body: NewTransaction,
  data: Type.Object({
    transaction_id: Type.Integer(),
    created_time: Type.Integer(),
    updated_time: Type.Integer(),
    steps: Type.Array(Type.Object({ id: Type.Integer() }), { description: 'In the order of the request.' }),
  }),
});

export const listWaitingSteps = operation(tag, 'listWaitingSteps', {
  summary: 'List the steps that the caller can answer now, in all binders',
  description:
    'Sorted by due time, earliest first; steps without a due time are last. Of steps with equal due times, the one that has waited longest is first. `count` is the total number of these steps, at most 1,000.',
  querystring: Type.Object({
    state: Type.Optional(
      Type.Enum(['open'], { description: 'The only state is `open`: the caller can answer now.' }),
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
  due_day: Type.Optional(
    Type.Unsafe<string | null>({
      ...Text({ maxLength: 10 }),
      type: ['string', 'null'],
      description: `${DUE_DAY} null removes it.`,
    }),
  ),
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
    'Allowed for the creator and the owner of the binder. Send at least one field; omitted fields do not change. If you change the due time, the server sends the reminders and the overdue notice for the new one. If a button has ended the transaction, `is_active: true` reopens it: the step with that button is open again.',
  params: TransactionParams,
  body: TransactionUpdate,
});

export const pressButton = operation(tag, 'pressButton', {
  summary: 'Press a button of a step',
  description:
    'Each assignee, or a delegate (`POST /me/delegations`) in their place, can press once. With several assignees, the step is completed when `required` people have pressed the same button, or one person has pressed a button with `veto`. A button with an `outcome` ends the transaction. Completing the last step also ends it. 400: `answers` are invalid; `errors` has a path `answers.<id>` for each field. 403: `not_creator` or `distinct_from` excludes the person. 409: the step is completed, or the caller has pressed. 412: the transaction has ended or is not active, or has open steps of a lower order; the caller has not opened a page of the step to its end; or a required file or signature is missing.',
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
    'Allowed for assignees of the step and their delegates. Each person must open each page once. A page with a new file must be opened again. 409: the step is completed. 412: the transaction has ended.',
  params: Type.Object({ ...StepParams.properties, page_id: NumericId }),
});

export const viewStep = operation(tag, 'viewStep', {
  summary: 'Record that the caller opened a step',
  description:
    'Allowed for assignees of the step. The app sends it when an assignee opens the transaction. The first time counts: it is the `viewed_time` of the assignee, and `step_viewed` in the log. 409: the step is completed. 412: the transaction has ended.',
  params: StepParams,
});

export const remindPeople = operation(tag, 'remindPeople', {
  summary: 'Remind the people whose answers are awaited',
  description:
    'Allowed for the creator and the owner of the binder, at most once an hour for each transaction. Each person who can answer now is notified once. 412: the last reminder was less than an hour ago; nobody except the caller can answer now; or the transaction has ended or is not active.',
  params: TransactionParams,
});

const ReassignInput = Type.Object({
  ...AssigneeInput.properties,
  previous_user_id: Type.Optional(
    Type.Unsafe<string>({ ...UserId, description: 'The assignee to replace. Default: the only assignee.' }),
  ),
});
export type ReassignInput = Static<typeof ReassignInput>;

export const reassignStep = operation(tag, 'reassignStep', {
  summary: 'Assign a step to another person',
  description:
    'Allowed for the creator of the transaction, the owner of the binder, and admins of the binder’s org, who need not be members. If the step has several assignees, `previous_user_id` is required. Links of the previous assignee stop working. If you assign the step to the same person, nothing changes. 409: the step is completed, or the previous assignee has pressed. 412: the transaction has ended, or the new assignee is not an enabled member of the binder.',
  params: StepParams,
  body: ReassignInput,
});

export const deleteTransaction = operation(tag, 'deleteTransaction', {
  summary: 'Delete a transaction',
  description: 'Allowed for the creator and the owner of the binder.',
  params: TransactionParams,
});
