import type { operations } from '@ringbinder/client';
import type { Outcome } from '@ringbinder/protocol';
import { answerReport, transactionForm as words } from '../strings/en/transaction-form.ts';

export type NewTransaction = NonNullable<
  operations['createTransaction']['requestBody']
>['content']['application/json'];

/** A button of a draft. Without an outcome the transaction continues. */
export interface DraftButton {
  key: number;
  text: string;
  outcome: Outcome | '';
}

/** A step of a draft; `assigneeId` is empty until chosen. */
export interface DraftStep {
  key: number;
  assigneeId: string;
  buttons: readonly DraftButton[];
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
  return { key: nextKey(), assigneeId, buttons };
}

/**
 * The initial draft of a template.
 * @param others ids of the other members
 */
export function draftOf(template: TemplateName, others: readonly string[]): Draft {
  const { approve, reject, sign, decline, checked, faults, read, done } = words.templateButtons;
  const [first = '', second = ''] = others;
  const only = others.length === 1 ? first : '';
  switch (template) {
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
        steps: (people.length > 0 ? people : ['']).map((id) => draftStep([draftButton(read)], id)),
      };
    }
    case 'blank':
      return { order: 'sequence', steps: [draftStep([draftButton(done)], only)] };
  }
}

export const MAX_STEPS = 100;
export const MAX_BUTTONS = 20;

/**
 * The request body of a draft. In the last step of a sequence, buttons without an outcome get `completed`, since only a
 * transaction ended by a button can be reopened.
 */
export function toBody(
  { order, steps }: Draft,
  { title, content, isAnnounced }: { title: string; content: string; isAnnounced: boolean },
): NewTransaction {
  return {
    title,
    content,
    steps: steps.map(({ assigneeId, buttons }, index) => {
      const isLast = steps.length === 1 || (order === 'sequence' && index === steps.length - 1);
      return {
        assignee: { user_id: assigneeId },
        order_number: order === 'sequence' ? index + 1 : 1,
        actions: buttons.map((button, at) => {
          const outcome = button.outcome || (isLast ? 'completed' : undefined);
          return {
            id: `button${at + 1}`,
            text: button.text.trim(),
            ...(isAnnounced && { feed_msg: answerReport(title, button.text.trim()) }),
            ...(outcome && { outcome }),
          };
        }),
      };
    }),
  };
}

/** Errors of an incomplete draft, by the API's field names. */
export function missingIn({ steps }: Draft): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [index, { assigneeId, buttons }] of steps.entries()) {
    if (assigneeId === '') fields[`steps[${index}].assignee.user_id`] = words.nobody;
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
