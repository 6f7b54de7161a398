import type { Action } from '@ringbinder/protocol';
import { toneOf } from '@ringbinder/protocol/button-tone.ts';
import { useRef } from 'preact/hooks';
import { usePassedFocus } from '../design/pass-focus.ts';
import { transactions as text } from '../strings/messages/transactions.ts';
import { systemWords } from '../strings/system-words.ts';

interface AnswersProps {
  title: string;
  actions: readonly Action[];
  chosen: string | undefined;
  choose: (action: Action) => void;
  findNext: () => HTMLElement | null;
}

export function Answers({ title, actions, chosen, choose, findNext }: AnswersProps) {
  const group = useRef<HTMLDivElement>(null);
  usePassedFocus(group, findNext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div class="step-buttons" role="group" aria-label={text.buttonsFor(title)} ref={group}>
      {actions.map((action, index) => (
        <button
          key={action.id}
          type="button"
          class={`button compact ${toneOf(action, index)} ${chosen === action.id ? 'chosen' : ''}`}
          aria-disabled={chosen !== undefined}
          aria-pressed={chosen === action.id}
          onClick={() => choose(action)}
        >
          <bdi>{systemWords(action.text)}</bdi>
        </button>
      ))}
    </div>
  );
}
