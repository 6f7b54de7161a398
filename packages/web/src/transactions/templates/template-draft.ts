import type { Action, FileRequest, FormField } from '@ringbinder/protocol';
import { due } from '../../strings/messages/due.ts';
import { templateBuilder as words } from '../../strings/messages/template-builder.ts';
import { templateSaving } from '../../strings/messages/template-saving.ts';
import {
  type Draft,
  type DraftButton,
  type DraftStep,
  draftButton,
  draftOf,
  draftStep,
  isLast,
  missingIn,
  peopleIn,
  type Quorum,
  stepsOf,
  withPerson,
} from '../draft.ts';
import { type DraftFile, draftFile } from '../file-draft.ts';
import { type DraftField, draftField } from '../form-draft.ts';
import { isGroup } from '../groups.ts';
import { isRole, roleNamed } from './role-name.ts';
import { readableName, type TemplateBody, VARIABLE } from './template.ts';

type Step = TemplateBody['steps'][number];
type Assignee = NonNullable<Step['assignee']>;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DraftRole {
  /** Used like a person's id in the draft's steps. */
  id: string;
  name: string;
  stored?: string;
}

/** Steps name roles and groups instead of people. */
export interface TemplateDraft extends Draft {
  title: string;
  content: string;
  days: string;
  roles: readonly DraftRole[];
  observers: readonly string[];
  stored?: TemplateBody;
}

export interface TemplateSettings {
  isAnnounced: boolean;
  reminders?: number[];
  max_reopenings?: number;
}

let lastKey = 0;

export const draftRole = (name = ''): DraftRole => ({ id: `role${++lastKey}`, name });

export function newTemplate(): TemplateDraft {
  const role = draftRole();
  return {
    ...draftOf('approval', [role.id]),
    title: '',
    content: '',
    days: '',
    roles: [role],
    observers: [],
  };
}

const apiName = ({ name, stored }: DraftRole): string =>
  stored !== undefined && readableName(stored) === name.trim() ? stored : roleNamed(name);

export function templateBody(draft: TemplateDraft, settings: TemplateSettings): TemplateBody {
  const { title, content, roles, observers, stored } = draft;
  const { isAnnounced, reminders, max_reopenings } = settings;
  const names = new Map(roles.map((role) => [role.id, apiName(role)]));
  const nameOf = (id: string) => names.get(id) ?? '';
  const due_in = dueIn(draft);
  const assigneeOf = (id: string): Assignee => (isGroup(id) ? { group_id: id } : { role: nameOf(id) });
  const isDue = due_in !== undefined || draft.steps.some(({ extra }) => extra?.due_in !== undefined);
  const storedReminders = reminders ?? stored?.reminders;
  return {
    title,
    content,
    ...(due_in !== undefined && { due_in }),
    ...(isDue && storedReminders?.length && { reminders: storedReminders }),
    ...(max_reopenings !== undefined && { max_reopenings }),
    ...(observers.length > 0 && { observers: observers.map((id) => ({ role: nameOf(id) })) }),
    steps: stepsOf(draft, { title, isAnnounced }, assigneeOf).map((step, index) => {
      const { due_in, reminders, escalation } = draft.steps[index]?.extra ?? {};
      return {
        ...step,
        action_style: step.action_style ?? 'BUTTON',
        ...(due_in !== undefined && { due_in }),
        ...(reminders && { reminders }),
        ...(escalation && {
          escalation: { ...escalation, assignee: { role: nameOf(escalation.assignee.role) } },
        }),
      };
    }),
  };
}

const shownDays = (due: number | undefined): string =>
  due === undefined ? '' : String(Number((due / DAY_MS).toFixed(2)));

/** The form rounds to days, so unchanged days keep the stored time. */
function dueIn({ days, stored }: TemplateDraft): number | undefined {
  if (days === '') return undefined;
  return days === shownDays(stored?.due_in) ? stored?.due_in : Math.round(Number(days) * DAY_MS);
}

export function variablesIn({ title, content, steps }: TemplateBody): readonly string[] {
  const texts = [title, content, ...steps.flatMap(textsIn)];
  const names = texts.flatMap((text = '') => [...text.matchAll(VARIABLE)].map(([, name = '']) => name));
  return [...new Set(names)];
}

/** The server replaces variables in these texts. */
const textsIn = ({ actions, fields = [], file_requests = [] }: Step): (string | undefined)[] => [
  ...actions.flatMap(({ text, payload, feed_msg, feed_message, display_status }) => [
    text,
    payload,
    feed_msg ?? feed_message,
    display_status?.text,
  ]),
  ...fields.flatMap(({ label, help, options = [] }) => [label, help, ...options]),
  ...file_requests.flatMap(({ label, help }) => [label, help]),
];

export const isEscalatedTo = ({ steps }: Draft, { id }: DraftRole): boolean =>
  steps.some(({ extra }) => extra?.escalation?.assignee.role === id);

export function withoutRole(draft: TemplateDraft, { id }: DraftRole): TemplateDraft {
  const steps = draft.steps.map((step) => {
    const at = peopleIn(step).indexOf(id);
    return at === -1 ? step : withPerson(step, at, undefined);
  });
  const roles = draft.roles.filter((role) => role.id !== id);
  return { ...draft, steps, roles, observers: draft.observers.filter((each) => each !== id) };
}

/** Keyed by the API's field names, such as `roles[0]`. */
export function missingInTemplate(draft: TemplateDraft): Readonly<Record<string, string>> {
  const { roles, steps, observers } = draft;
  const used = new Set([...steps.flatMap(peopleIn), ...observers]);
  const wrong: Record<string, string> = {};
  const folded = roles.map((role) => apiName(role).toLowerCase());
  for (const [index, role] of roles.entries()) {
    const field = `roles[${index}]`;
    if (!isRole(apiName(role))) wrong[field] = templateSaving.noRole;
    else if (folded.indexOf(folded[index] ?? '') !== index) wrong[field] = words.sameRole;
    else if (!used.has(role.id) && !isEscalatedTo(draft, role)) wrong[field] = words.unusedRole;
  }
  for (const [path, message] of Object.entries(missingIn(draft)))
    wrong[path] = path.endsWith('.user_id') ? words.nobody : message;
  if (draft.days === '' && draft.stored?.due_in !== undefined && steps.some(needsDueTime))
    wrong.due_in = due.noDate;
  return wrong;
}

const needsDueTime = ({ extra = {} }: DraftStep): boolean =>
  extra.due_in === undefined && Boolean(extra.escalation || extra.reminders?.length);

/** Maps `body.steps[0].assignee.role` to `steps[0].assignee.user_id`. */
export const formField = (path: string): string =>
  path.replace(/^body\./, '').replace(/^(steps\[\d+\]\.assignee(?:s\[\d+\])?)(?:\.role)?$/, '$1.user_id');

/** Returns undefined if the form cannot show the steps, for example parallel steps within a sequence. */
export function storedDraft(body: TemplateBody): TemplateDraft | undefined {
  const numbers = body.steps.map((step, index) => step.order_number ?? index + 1);
  const isSequence = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
  if (!isSequence && new Set(numbers).size > 1) return undefined;
  if (!body.steps.every((step, index) => isShown(step, index, numbers, isSequence))) return undefined;
  const roles = rolesIn(body).map((stored) => ({ ...draftRole(readableName(stored)), stored }));
  const idOf = (role: string | undefined) => roles.find(({ stored }) => stored === role)?.id ?? '';
  const order = isSequence ? 'sequence' : 'parallel';
  const empty = body.steps.map(() => draftStep([]));
  const keys = new Map(numbers.map((number, index) => [number, empty[index]?.key]));
  const steps = body.steps.map((step, index): DraftStep => {
    const { assignee, assignees, due_in, reminders, escalation, actions } = step;
    const [assigneeId = '', ...others] = (assignees ?? (assignee ? [assignee] : [])).map(
      ({ role, group_id }) => group_id ?? idOf(role),
    );
    const isEnd = isLast({ order, steps: empty }, index);
    return {
      ...(empty[index] ?? draftStep([])),
      assigneeId,
      others,
      quorum: storedQuorum(step.required),
      buttons: actions.map((action) => storedButton(action, { body, isEnd, keys })),
      fields: (step.fields ?? []).map(storedField),
      files: (step.file_requests ?? []).map(storedFile),
      isDistinct: step.distinct_from !== undefined,
      isNotCreator: step.not_creator ?? false,
      extra: {
        ...(due_in !== undefined && { due_in }),
        ...(reminders && { reminders }),
        ...(escalation && {
          escalation: { after: escalation.after, assignee: { role: idOf(escalation.assignee.role) } },
        }),
      },
    };
  });
  const observers = (body.observers ?? []).map(({ role }) => idOf(role));
  const days = shownDays(body.due_in);
  return { order, steps, title: body.title, content: body.content, days, roles, observers, stored: body };
}

function storedQuorum(required: string | number | undefined): Quorum {
  if (typeof required === 'string') return 'all';
  return required === undefined || required === 1 ? 'any' : required;
}

export const isAnnouncedIn = ({ steps }: TemplateBody): boolean =>
  steps.some(({ actions }) => actions.some(messageOf));

const STYLES = ['BUTTON', 'FORM', 'FILE_REQUEST'];

function isShown(step: Step, index: number, numbers: readonly number[], isSequence: boolean): boolean {
  const { action_style = 'BUTTON', distinct_from: distinct, actions } = step;
  const earlier = numbers.slice(0, index);
  const isDistinct = distinct?.length === index && earlier.every((number) => distinct.includes(number));
  return (
    STYLES.includes(action_style.toUpperCase()) &&
    (distinct === undefined || (isSequence && isDistinct)) &&
    actions.every(
      ({ next }) =>
        typeof next !== 'number' || (isSequence && next !== numbers[index] && numbers.includes(next)),
    )
  );
}

function rolesIn({ steps, observers = [] }: TemplateBody): string[] {
  const inSteps = steps.flatMap(({ assignee, assignees = [], escalation }) => [
    assignee?.role,
    ...assignees.map(({ role }) => role),
    escalation?.assignee.role,
  ]);
  const all = [...inSteps, ...observers.map(({ role }) => role)];
  return [...new Set(all.filter((role) => role !== undefined))];
}

type StoredAction = Step['actions'][number];

const messageOf = ({ feed_msg, feed_message }: StoredAction): string | undefined => feed_msg ?? feed_message;

interface Stored {
  body: TemplateBody;
  isEnd: boolean;
  keys: ReadonlyMap<number, number | undefined>;
}

function storedButton(action: StoredAction, { body, isEnd, keys }: Stored): DraftButton {
  const { id, text, outcome, next, veto, feed_msg: _, feed_message: __, ...extra } = action;
  const message = messageOf(action);
  const finalOutcome = next === 'end' ? (outcome ?? 'completed') : outcome;
  return {
    // Without `completed` in the last step, the button continues if the user adds a step. A button with `next:
    // 'end'` keeps its outcome.
    ...draftButton(
      text,
      isEnd && next === undefined && finalOutcome === 'completed' ? '' : (finalOutcome ?? ''),
    ),
    id,
    stored: {
      outcome: finalOutcome ?? '',
      isOpenEnd: isEnd && next === undefined && finalOutcome === undefined,
    },
    extra: extra as Partial<Action>,
    ...(veto !== undefined && { isVeto: veto }),
    ...(typeof next === 'number' && { next: keys.get(next) }),
    ...(message === '' && { isSilent: true }),
    ...(isAnnouncedIn(body) && message !== `${body.title}: ${text}` && { feedMessage: message ?? null }),
  };
}

function storedField(field: FormField | NonNullable<Step['fields']>[number]): DraftField {
  const { id, label, required, help, options, currency, types, max_files, ...extra } = field;
  const draft = draftField();
  return {
    ...draft,
    type: field.type,
    label,
    help: help ?? '',
    isRequired: required ?? false,
    options: options?.join('\n') ?? '',
    currency: currency ?? draft.currency,
    fileTypes: types?.join(',') ?? '',
    maxFiles: max_files ?? 1,
    id,
    extra,
  };
}

function storedFile(file: NonNullable<Step['file_requests']>[number]): DraftFile {
  const { id, label, required, help, types, max_files, ...extra } = file;
  return {
    ...draftFile(),
    label,
    help: help ?? '',
    isRequired: required ?? false,
    types: types?.join(',') ?? '',
    max: max_files ?? 1,
    id,
    extra: extra as Partial<FileRequest>,
  };
}
