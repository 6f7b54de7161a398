import type { Member } from '@ringbinder/protocol';
import { useId } from 'preact/hooks';
import { useWrong } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { transactionForm as words } from '../strings/en/transaction-form.ts';
import {
  type Draft,
  type DraftButton,
  type DraftStep,
  draftButton,
  MAX_BUTTONS,
  withStep,
  withStepMoved,
} from './draft.ts';

interface StepFieldsProps {
  draft: Draft;
  step: DraftStep;
  index: number;
  members: readonly Member[];
  change: (draft: Draft) => void;
}

/** Assignee and buttons of a step. Field names match the API, so that errors appear at them. */
export function StepFields({ draft, step, index, members, change }: StepFieldsProps) {
  const { length } = draft.steps;
  const isSequence = draft.order === 'sequence' && length > 1;
  const set = (changed: Partial<DraftStep>) => change(withStep(draft, step.key, { ...step, ...changed }));
  const name = `steps[${index}].assignee.user_id`;
  const id = useId();
  const wrong = useWrong(name);
  return (
    <li class="draft-step">
      <div class="draft-person">
        {isSequence && (
          <span class="draft-number" aria-hidden="true">
            {index + 1}
          </span>
        )}
        <select
          id={id}
          name={name}
          aria-label={words.person(index + 1)}
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          value={step.assigneeId}
          onChange={(event) => set({ assigneeId: event.currentTarget.value })}
        >
          <option value="">{words.choose}</option>
          {members.map(({ user }) => (
            <option key={user.id} value={user.id}>
              {user.name}
            </option>
          ))}
        </select>
        {isSequence && (
          <>
            <Tool
              label={words.up(index + 1)}
              glyph="up"
              isOff={index === 0}
              act={() => change(withStepMoved(draft, index, index - 1))}
            />
            <Tool
              label={words.down(index + 1)}
              glyph="down"
              isOff={index === length - 1}
              act={() => change(withStepMoved(draft, index, index + 1))}
            />
          </>
        )}
        {length > 1 && (
          <Tool
            label={words.removeStep(index + 1)}
            glyph="close"
            act={() => change(withStep(draft, step.key, undefined))}
          />
        )}
      </div>
      {wrong && (
        <p class="wrong small" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      <details class="draft-buttons">
        <summary class="small">
          {words.buttons}
          <span class="muted">{step.buttons.map((button) => button.text).join(' · ')}</span>
        </summary>
        <ul>
          {step.buttons.map((button, at) => (
            <ButtonFields
              key={button.key}
              name={`steps[${index}].actions[${at}].text`}
              button={button}
              at={at}
              change={(changed) =>
                set({
                  buttons: step.buttons.flatMap((each) => (each === button ? (changed ?? []) : each)),
                })
              }
              canGo={step.buttons.length > 1}
            />
          ))}
        </ul>
        {step.buttons.length < MAX_BUTTONS && (
          <button
            type="button"
            class="button compact quiet"
            onClick={() => set({ buttons: [...step.buttons, draftButton()] })}
          >
            {words.addButton}
          </button>
        )}
      </details>
    </li>
  );
}

interface ButtonFieldsProps {
  name: string;
  button: DraftButton;
  at: number;
  change: (button: DraftButton | undefined) => void;
  canGo: boolean;
}

function ButtonFields({ name, button, at, change, canGo }: ButtonFieldsProps) {
  const wrong = useWrong(name);
  return (
    <li class="draft-button">
      <input
        dir="auto"
        name={name}
        value={button.text}
        aria-label={words.buttonText(at + 1)}
        aria-invalid={wrong ? 'true' : undefined}
        maxLength={255}
        onInput={(event) => change({ ...button, text: event.currentTarget.value })}
      />
      <select
        aria-label={words.effect(at + 1)}
        value={button.outcome}
        onChange={(event) =>
          change({ ...button, outcome: event.currentTarget.value as DraftButton['outcome'] })
        }
      >
        {(['', 'completed', 'rejected'] as const).map((outcome) => (
          <option key={outcome} value={outcome}>
            {words.effects[outcome]}
          </option>
        ))}
      </select>
      {canGo && <Tool label={words.removeButton(button.text)} glyph="close" act={() => change(undefined)} />}
      {wrong && <p class="wrong small">{wrong}</p>}
    </li>
  );
}

interface ToolProps {
  label: string;
  glyph: 'up' | 'down' | 'close';
  act: () => void;
  isOff?: boolean;
}

function Tool({ label, glyph, act, isOff = false }: ToolProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && act()}
    >
      <Glyph name={glyph} />
    </button>
  );
}
