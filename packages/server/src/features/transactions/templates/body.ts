import { GroupId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import {
  MAX_ASSIGNEES,
  MAX_OBSERVERS,
  MaxReopenings,
  NAME,
  Reminders,
  StepInput,
  Title,
  TransactionContent,
} from '../schema.ts';

const NAME_MEANING = 'A letter of any script, then up to 63 letters, digits and _.';
const MAX_DUE_MS = 366 * 24 * 60 * 60 * 1000;

const Role = Type.String({ pattern: `^${NAME}$`, description: NAME_MEANING });
const RoleAssignee = Type.Object({ role: Role });
const TemplateAssignee = Type.Object(
  { role: Type.Optional(Role), group_id: Type.Optional(GroupId) },
  { description: 'A role, for which each use names somebody, or a group of the org.' },
);
export type TemplateAssignee = Static<typeof TemplateAssignee>;

const DueIn = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_DUE_MS, description });

const { after } = StepInput.properties.escalation.properties;
const SameAsInput = Type.Omit(StepInput, ['assignee', 'assignees', 'due_time', 'escalation', 'pages']);

const TemplateStep = Type.Object({
  ...SameAsInput.properties,
  assignee: Type.Optional(TemplateAssignee),
  assignees: Type.Optional(
    Type.Array(TemplateAssignee, {
      minItems: 2,
      maxItems: MAX_ASSIGNEES,
      description: 'Several roles or groups instead of `assignee`.',
    }),
  ),
  due_in: Type.Optional(DueIn('When the step must be answered, in milliseconds after the creation.')),
  escalation: Type.Optional(Type.Object({ assignee: RoleAssignee, after })),
});
export type TemplateStep = Static<typeof TemplateStep>;

export const TemplateBody = Type.Object(
  {
    title: Title,
    content: TransactionContent,
    steps: Type.Array(TemplateStep, { minItems: 1, maxItems: 100 }),
    due_in: Type.Optional(
      DueIn('For all steps without their own, in milliseconds after the creation of the transaction.'),
    ),
    reminders: Type.Optional(Reminders),
    max_reopenings: Type.Optional(MaxReopenings),
    observers: Type.Optional(Type.Array(RoleAssignee, { maxItems: MAX_OBSERVERS })),
  },
  {
    description:
      'A transaction whose assignees are roles or groups. Its title, its content, and the texts of buttons, fields, options and requested files may contain variables: `{{customer}}`.',
  },
);
export type TemplateBody = Static<typeof TemplateBody>;
