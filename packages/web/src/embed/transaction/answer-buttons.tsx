import { toneOf } from '@ringbinder/protocol/button-tone.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { approval as text } from '../../strings/messages/approval.ts';
import type { LinkedStep } from './link.ts';
import { type Visibility, watchVisibility } from './visible.ts';

type Action = LinkedStep['step']['actions'][number];

interface AnswerButtonsProps {
  linked: LinkedStep;
  chosen: string | undefined;
  isAsking: boolean;
  check(visibility: Visibility): boolean;
  send(id: string): void;
}

export function AnswerButtons({ linked, chosen, isAsking, check, send }: AnswerButtonsProps) {
  const [question, setQuestion] = useState<{ buttonId: string; isOpen: boolean }>();
  const { step, transaction } = linked;
  const asked = question?.isOpen ? step.actions.find(({ id }) => id === question.buttonId) : undefined;
  function press(buttonId: string, visibility: Visibility): void {
    if (!check(visibility)) return;
    if (isAsking && !asked) setQuestion({ buttonId, isOpen: true });
    else send(buttonId);
  }
  if (asked)
    return (
      <Question
        action={asked}
        chosen={chosen}
        press={press}
        back={() => setQuestion({ buttonId: asked.id, isOpen: false })}
      />
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not buttons
    <div class="step-buttons" role="group" aria-label={text.buttonsFor(transaction.title)}>
      {step.actions.map((action, index) => (
        <AnswerButton
          key={action.id}
          action={action}
          tone={toneOf(action, index)}
          chosen={chosen}
          hasFocus={question?.buttonId === action.id}
          press={press}
        />
      ))}
    </div>
  );
}

interface QuestionProps {
  action: Action;
  chosen: string | undefined;
  press(id: string, visibility: Visibility): void;
  back(): void;
}

function Question({ action, chosen, press, back }: QuestionProps) {
  const group = useRef<HTMLDivElement>(null);
  // Screen readers speak the name of the focused group.
  useEffect(() => group.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not buttons
    <div class="approval-question" role="group" tabIndex={-1} aria-labelledby="question answer" ref={group}>
      <h2 id="question">{text.sendAnswerTitle}</h2>
      <p id="answer">
        {text.answered} <strong dir="auto">{action.text}</strong>
      </p>
      <div class="step-buttons">
        <AnswerButton
          action={{ ...action, text: text.sendAnswer }}
          tone={toneOf(action, 0)}
          chosen={chosen}
          press={press}
        />
        <button
          type="button"
          class="button"
          aria-disabled={chosen !== undefined}
          onClick={() => chosen === undefined && back()}
        >
          {text.back}
        </button>
      </div>
    </div>
  );
}

interface AnswerButtonProps {
  action: Action;
  tone: string;
  chosen: string | undefined;
  hasFocus?: boolean;
  press(id: string, visibility: Visibility): void;
}

function AnswerButton({ action, tone, chosen, hasFocus = false, press }: AnswerButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const visibility = useRef<Visibility>('early');
  useEffect(() => {
    const { current } = button;
    if (!current) return;
    if (hasFocus) current.focus();
    return watchVisibility(current, (linked) => {
      visibility.current = linked;
      // `data-sight` must not make buttons transparent, because IntersectionObserver would report transparent
      // buttons as not visible.
      current.dataset.sight = linked;
    });
  }, []);
  return (
    <button
      ref={button}
      type="button"
      class={`button ${tone} ${chosen === action.id ? 'chosen' : ''}`}
      data-sight="early"
      aria-disabled={chosen !== undefined}
      aria-pressed={chosen === action.id}
      onClick={() => chosen === undefined && press(action.id, visibility.current)}
    >
      <bdi>{action.text}</bdi>
    </button>
  );
}
