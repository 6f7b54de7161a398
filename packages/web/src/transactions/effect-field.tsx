import { branches as words } from '../strings/messages/branches.ts';
import { transactionForm as form } from '../strings/messages/transaction-form.ts';
import { nextOf } from './branch-draft.ts';
import type { Draft, DraftButton } from './draft.ts';

interface EffectFieldProps {
  draft: Draft;
  index: number;
  button: DraftButton;
  at: number;
  change: (button: DraftButton) => void;
}

const OUTCOMES = ['', 'completed', 'rejected'] as const;

export function EffectField({ draft, index, button, at, change }: EffectFieldProps) {
  const next = nextOf(draft, index, button);
  const choose = (value: string) => {
    const outcome = OUTCOMES.find((each) => each === value);
    if (outcome !== undefined) change({ ...button, outcome, next: undefined });
    else change({ ...button, outcome: '', next: draft.steps[Number(value) - 1]?.key });
  };
  const numbers = draft.order === 'sequence' ? [...draft.steps.keys()].map((each) => each + 1) : [];
  const others = numbers.filter((number) => number !== index + 1 && number !== index + 2);
  return (
    <select
      aria-label={form.effect(at + 1)}
      value={next === undefined ? button.outcome : String(next)}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {OUTCOMES.map((outcome) => (
        <option key={outcome} value={outcome}>
          {form.effects[outcome || 'next']}
        </option>
      ))}
      {others.length > 0 && (
        <optgroup label={words.goTo}>
          {others.map((number) => (
            <option key={number} value={String(number)}>
              {number <= index ? words.backTo(number) : words.onTo(number)}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
