import type { operations } from '@ringbinder/client';
import type { Action, Outcome, PageWithoutAnnotations } from '@ringbinder/protocol';
import { isPdf } from '../binder/page-kind.ts';
import { branches } from '../strings/messages/branches.ts';
import { defaultAnswers } from '../strings/messages/default-answers.ts';
import { transactionForm as words } from '../strings/messages/transaction-form.ts';
import { goesBack, nextOf } from './branch-draft.ts';
import { idsOf } from './draft-ids.ts';
import { type DraftFile, filesIn, missingInFiles } from './file-draft.ts';
import { type DraftField, formIn, missingInForm } from './form-draft.ts';
import { isGroup } from './groups.ts';
import { type DraftPlace, draftPlace, missingInPlaces, signaturesIn } from './signature-draft.ts';

type TransactionInput = NonNullable<
  operations['createTransaction']['requestBody']
>['content']['application/json'];
export type NewTransaction = TransactionInput &
  Required<Pick<TransactionInput, 'title' | 'content' | 'steps'>>;

/** An outcome ends the transaction. Without one, the transaction continues. */
export interface DraftButton {
  key: number;
  text: string;
  outcome: Outcome | '';
  /** True if a single press completes a step of several people. Default: true for a rejection. */
  isVeto?: boolean;
  /** Key of the step that is next if the button has no outcome. Default: the following step. */
  next?: number | undefined;
  id?: string;
  /** The chat message. Undefined posts `title: text`. Null posts the server's default. */
  feedMessage?: string | null;
  /** True if the stored message is empty, so that nothing is posted. */
  isSilent?: boolean;
  stored?: StoredEffect;
  /** The form hides these properties of a stored template. */
  extra?: Partial<Action>;
}

interface StoredEffect {
  outcome: Outcome | '';
  /** True for a button without an outcome in the template's last step. */
  isOpenEnd: boolean;
}

export type Quorum = 'any' | 'all' | number;

export interface DraftStep {
  key: number;
  assigneeId: string;
  others: readonly string[];
  quorum: Quorum;
  buttons: readonly DraftButton[];
  fields: readonly DraftField[];
  /** A step has at most one of fields, pages to read, files and signature places. */
  pageIds: readonly number[];
  /** True if the form shows the choice of pages at once. */
  startsWithReading?: boolean;
  files: readonly DraftFile[];
  places: readonly DraftPlace[];
  /** True if people who answered an earlier step are excluded. */
  isDistinct: boolean;
  isNotCreator: boolean;
  extra?: StepExtra;
}

export interface StepExtra {
  due_in?: number;
  reminders?: number[];
  escalation?: { assignee: { role: string }; after: number };
}

export interface Draft {
  order: 'sequence' | 'parallel';
  steps: readonly DraftStep[];
}

export type TemplateName = keyof typeof words.templates;

let lastKey = 0;
const nextKey = () => ++lastKey;

export function draftButton(buttonText = '', outcome: DraftButton['outcome'] = ''): DraftButton {
  return { key: nextKey(), text: buttonText, outcome };
}

export function draftStep(buttons: readonly DraftButton[], assigneeId = ''): DraftStep {
  const duty = { isDistinct: false, isNotCreator: false };
  const work = { fields: [], pageIds: [], files: [], places: [] };
  return { key: nextKey(), assigneeId, others: [], quorum: 'any', buttons, ...work, ...duty };
}

export function draftOf(template: TemplateName, others: readonly string[]): Draft {
  const { approve, reject, sign, signature, decline, checked, faults, read, done } = defaultAnswers;
  const [first = '', second = ''] = others;
  const only = others.length === 1 ? first : '';
  switch (template) {
    case 'signature': {
      const step = draftStep([draftButton(signature), draftButton(decline, 'rejected')], only);
      const place = { ...draftPlace(), label: words.templates.signature.name };
      return { order: 'sequence', steps: [{ ...step, places: [place] }] };
    }
    case 'approval':
      return {
        order: 'sequence',
        steps: [draftStep([draftButton(approve), draftButton(reject, 'rejected')], only)],
      };
    case 'signOff': {
      const isClear = others.length === 2;
      const step = (id: string) =>
        draftStep([draftButton(sign), draftButton(decline, 'rejected')], isClear ? id : '');
      return { order: 'parallel', steps: [step(first), step(second)] };
    }
    case 'check':
      return {
        order: 'sequence',
        steps: [
          draftStep([draftButton(checked), draftButton(faults, 'rejected')]),
          draftStep([draftButton(approve), draftButton(reject, 'rejected')]),
        ],
      };
    case 'acknowledge': {
      const people = others.slice(0, MAX_STEPS);
      return {
        order: 'parallel',
        steps: (people.length > 0 ? people : ['']).map((id, index) => ({
          ...draftStep([draftButton(read)], id),
          ...(index === 0 && { startsWithReading: true }),
        })),
      };
    }
    case 'blank':
      return { order: 'sequence', steps: [draftStep([draftButton(done)], only)] };
  }
}

export interface RequestDocument {
  name: string;
  pages: readonly PageWithoutAnnotations[];
  kind: TemplateName;
}

/** Places are on the last page, where contracts are signed. */
export function withDocument(draft: Draft, pages: readonly PageWithoutAnnotations[]): Draft {
  if (pages.length === 0) return draft;
  const signed = pages.findLast(isPdf);
  const steps = draft.steps.map((step) =>
    step.places.length > 0
      ? { ...step, places: step.places.map((place) => ({ ...place, page: signed })) }
      : { ...step, pageIds: pages.map(({ id }) => id) },
  );
  return { ...draft, steps };
}

export const MAX_STEPS = 100;
export const MAX_PEOPLE = 50;
export const MAX_BUTTONS = 20;

interface DraftTexts {
  title: string;
  content: string;
  isAnnounced: boolean;
}

export function toBody(draft: Draft, texts: DraftTexts): NewTransaction {
  const { title, content } = texts;
  const assigneeOf = (id: string) => (isGroup(id) ? { group_id: id } : { user_id: id });
  return { title, content, steps: stepsOf(draft, texts, assigneeOf) };
}

/**
 * In the last step of a sequence, new buttons without an outcome get `completed`, so that the transaction can
 * be reopened.
 */
export function stepsOf<A>(draft: Draft, texts: Omit<DraftTexts, 'content'>, assigneeOf: (id: string) => A) {
  const { order, steps } = draft;
  return steps.map((step, index) => {
    const { buttons } = step;
    const ids = idsOf(buttons, 'button');
    return {
      ...assigneesIn(step, assigneeOf),
      order_number: order === 'sequence' ? index + 1 : 1,
      ...(step.isDistinct && order === 'sequence' && index > 0 && { distinct_from: numbersTo(index) }),
      ...(step.isNotCreator && { not_creator: true }),
      ...formIn(step.fields),
      ...filesIn(step.files),
      ...signaturesIn(step.places),
      ...(step.fields.length === 0 &&
        step.pageIds.length > 0 && { action_style: 'ACKNOWLEDGE', pages: [...step.pageIds] }),
      actions: buttons.map((button, at) => ({
        ...actionOf(draft, index, button, texts),
        id: ids[at] ?? '',
        ...(isShared(step) && { veto: isVeto(button) }),
      })),
    };
  });
}

function actionOf(
  draft: Draft,
  index: number,
  button: DraftButton,
  { title, isAnnounced }: Omit<DraftTexts, 'content'>,
) {
  const next = nextOf(draft, index, button);
  const isEnd = isLast(draft, index) && next === undefined && !button.stored?.isOpenEnd;
  const outcome = button.outcome || (isEnd ? 'completed' : undefined);
  const text = button.text.trim();
  const message = isAnnounced ? announcementOf(button, `${title}: ${text}`) : button.isSilent ? '' : null;
  return {
    ...extraOf(button, outcome),
    text,
    ...(message !== null && { feed_msg: message }),
    ...(outcome && { outcome }),
    ...(next !== undefined && { next }),
  };
}

const announcementOf = ({ feedMessage }: DraftButton, usual: string): string | null =>
  feedMessage === undefined ? usual : feedMessage;

/** The form hides status and style, which may contradict a new outcome. */
function extraOf({ extra, stored }: DraftButton, outcome: Outcome | undefined): Partial<Action> | undefined {
  if (!extra || (outcome ?? '') === stored?.outcome) return extra;
  const { display_status: _, style: __, ...others } = extra;
  return others;
}

export const isLast = ({ order, steps }: Pick<Draft, 'order' | 'steps'>, index: number): boolean =>
  steps.length === 1 || (order === 'sequence' && index === steps.length - 1);

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export const isVeto = ({ outcome, isVeto }: DraftButton): boolean => isVeto ?? outcome === 'rejected';

const hasOtherPart = ({ fields, files, places }: DraftStep): boolean =>
  fields.length + files.length + places.length > 0;

const othersThatRead = ({ steps }: Draft, step: DraftStep): readonly DraftStep[] =>
  steps.filter((each) => each !== step && !hasOtherPart(each));

export const hasSamePages = (draft: Draft, step: DraftStep): boolean =>
  othersThatRead(draft, step).every(({ pageIds }) => pageIds.join() === step.pageIds.join());

export function withPagesForAll(draft: Draft, step: DraftStep): Draft {
  const others = othersThatRead(draft, step);
  const { pageIds } = step;
  return {
    ...draft,
    steps: draft.steps.map((each) => (others.includes(each) ? { ...each, pageIds } : each)),
  };
}

export const peopleIn = ({ assigneeId, others }: DraftStep): readonly string[] => [assigneeId, ...others];

export const hasGroup = (step: DraftStep): boolean => peopleIn(step).some(isGroup);

export const isShared = (step: DraftStep): boolean => step.others.length > 0 || hasGroup(step);

/** Limits the quorum to the number of people. The size of a group may change, so groups have no limit. */
export function quorumOf(step: DraftStep): number {
  if (hasGroup(step) && typeof step.quorum === 'number') return step.quorum;
  const count = peopleIn(step).length;
  if (step.quorum === 'any') return 1;
  return step.quorum === 'all' ? count : Math.min(step.quorum, count);
}

function assigneesIn<A>(
  step: DraftStep,
  assigneeOf: (id: string) => A,
): { assignee?: A; assignees?: A[]; required?: number | 'all' } {
  const people = peopleIn(step).map(assigneeOf);
  const [only] = people;
  const required = step.quorum === 'all' ? 'all' : quorumOf(step);
  if (only && people.length === 1) return { assignee: only, ...(required !== 1 && { required }) };
  return { assignees: people, required };
}

export function personField(step: DraftStep, index: number, at: number): string {
  const field = step.others.length === 0 ? 'assignee' : `assignees[${at}]`;
  return `steps[${index}].${field}.${isGroup(peopleIn(step)[at] ?? '') ? 'group_id' : 'user_id'}`;
}

function canSplit(step: DraftStep): boolean {
  // Only the server knows which members of a group can press.
  if (hasGroup(step)) return false;
  const buttons = step.buttons.filter((button) => !isVeto(button)).length;
  const needed = quorumOf(step);
  if (buttons === 0) return needed > 1;
  return peopleIn(step).length <= buttons * (needed - 1);
}

/**
 * If one person is left, resets the quorum, which the form then hides.
 * @param id undefined removes the person
 */
export function withPerson(step: DraftStep, at: number, id: string | undefined): DraftStep {
  const people = [...peopleIn(step)];
  people.splice(at, 1, ...(id === undefined ? [] : [id]));
  const [assigneeId = '', ...others] = people;
  const hasQuorum = id !== undefined || others.length > 0 || isGroup(assigneeId);
  return { ...step, assigneeId, others, quorum: hasQuorum ? step.quorum : 'any' };
}

export function missingIn(draft: Draft): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [index, step] of draft.steps.entries()) {
    const { buttons } = step;
    for (const [at, id] of peopleIn(step).entries())
      if (id === '') fields[personField(step, index, at)] = words.nobody;
    Object.assign(fields, missingInForm(step.fields, `steps[${index}]`));
    Object.assign(fields, missingInFiles(step.files, `steps[${index}]`));
    Object.assign(fields, missingInPlaces(step.places, `steps[${index}]`));
    if (canSplit(step)) fields[`steps[${index}].required`] = words.split;
    if (buttons.every((button) => goesBack(draft, index, button)))
      fields[`steps[${index}].actions[0].text`] = branches.allBack;
    for (const [at, button] of buttons.entries())
      if (button.text.trim() === '') fields[`steps[${index}].actions[${at}].text`] = words.noText;
  }
  return fields;
}

export function withStepMoved(draft: Draft, from: number, to: number): Draft {
  const steps = [...draft.steps];
  const [moved] = steps.splice(from, 1);
  if (moved) steps.splice(to, 0, moved);
  return { ...draft, steps };
}

export function withStep(draft: Draft, key: number, step: DraftStep | undefined): Draft {
  const steps = draft.steps.flatMap((each) => (each.key === key ? (step ?? []) : each));
  return { ...draft, steps };
}
