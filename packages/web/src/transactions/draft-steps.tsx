import type { PageDocument } from '../binder/documents.ts';
import { Field } from '../design/field.tsx';
import { type FormValues, useOpenOnError } from '../design/form-dialog.tsx';
import { useReorder } from '../design/reorder.ts';
import { branches } from '../strings/messages/branches.ts';
import { defaultAnswers } from '../strings/messages/default-answers.ts';
import { transactionForm as words } from '../strings/messages/transaction-form.ts';
import { DEFAULT_REOPENINGS, hasLoop } from './branch-draft.ts';
import { type Draft, draftButton, draftStep, MAX_STEPS, withStepMoved } from './draft.ts';
import type { GroupChoice } from './groups.ts';
import { useListFocus } from './list-focus.ts';
import { type PersonChoice, StepFields, type StepWords } from './step-fields.tsx';

interface DraftStepsProps<D extends Draft> {
  draft: D;
  change: (draft: D) => void;
  choices: readonly PersonChoice[];
  documents: readonly PageDocument[];
  groups: readonly GroupChoice[];
  texts: StepWords & Pick<typeof words, 'people' | 'addStep'>;
  maxReopenings?: number | undefined;
}

export function DraftSteps<D extends Draft>(props: DraftStepsProps<D>) {
  const { draft, change, choices, documents, groups, texts, maxReopenings = DEFAULT_REOPENINGS } = props;
  const set = (changed: Draft) => change({ ...draft, ...changed });
  const append = () => {
    const buttons = draft.steps.at(-1)?.buttons ?? [draftButton(defaultAnswers.done)];
    const copies = buttons.map((button) => draftButton(button.text, button.outcome));
    set({ ...draft, steps: [...draft.steps, draftStep(copies)] });
  };
  const { list, add } = useListFocus<HTMLOListElement>(draft.steps.length);
  const keys = draft.steps.map(({ key }) => key);
  const reorder = useReorder({
    list,
    ids: keys,
    move: (key, to) => set(withStepMoved(draft, keys.indexOf(key), to)),
    movedTo: branches.movedTo,
  });
  return (
    <fieldset class="draft-steps">
      <legend>{texts.people}</legend>
      {draft.steps.length > 1 && (
        <fieldset class="segments">
          <legend class="hidden-visually">{words.order}</legend>
          {(['sequence', 'parallel'] as const).map((order) => (
            <label key={order}>
              <input
                type="radio"
                name="order"
                checked={draft.order === order}
                onChange={() => set({ ...draft, order })}
              />
              <span>{words.orders[order]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <ol ref={list}>
        {draft.steps.map((step, index) => (
          <StepFields
            key={step.key}
            draft={draft}
            step={step}
            index={index}
            choices={choices}
            texts={texts}
            documents={documents}
            groups={groups}
            change={set}
            handle={reorder.handleOf(step.key)}
            dropMark={reorder.markAt(index)}
          />
        ))}
      </ol>
      <span class="hidden-visually" role="status">
        {reorder.announced}
      </span>
      {hasLoop(draft) && (
        <Field
          label={branches.maxReopenings}
          hint={branches.maxReopeningsHint}
          name="max_reopenings"
          type="number"
          value={String(maxReopenings)}
          min={1}
          required
        />
      )}
      {draft.steps.length < MAX_STEPS && (
        <button type="button" class="button compact quiet" ref={add} onClick={append}>
          {texts.addStep}
        </button>
      )}
    </fieldset>
  );
}

export const readReopenings = (values: FormValues): { max_reopenings?: number } =>
  values.has('max_reopenings') ? { max_reopenings: Number(values.get('max_reopenings')) } : {};

interface ObserversProps {
  people: readonly PersonChoice[];
  chosen?: readonly string[] | undefined;
  change?: (chosen: readonly string[]) => void;
}

export function Observers({ people, chosen = [], change }: ObserversProps) {
  const details = useOpenOnError('observers');
  if (people.length === 0) return null;
  return (
    <details class="draft-buttons draft-observers" ref={details}>
      <summary>{words.observers}</summary>
      <p class="muted small">{words.observersHint}</p>
      <ul>
        {people.map(({ id, name }) => (
          <li key={id}>
            <label class="check">
              <input
                type="checkbox"
                name="observers"
                value={id}
                defaultChecked={chosen.includes(id)}
                onChange={({ currentTarget }) =>
                  change?.([...chosen.filter((each) => each !== id), ...(currentTarget.checked ? [id] : [])])
                }
              />
              <bdi>{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
