import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PageDocument } from '../binder/documents.ts';
import { useControl, useOpenOnError, useWrong } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import type { DropMark, Handle } from '../design/reorder.ts';
import { lazy } from '../design/states.tsx';
import { branches } from '../strings/messages/branches.ts';
import { fileRequests as fileWords } from '../strings/messages/file-requests.ts';
import { formBuilder as formWords } from '../strings/messages/form-builder.ts';
import { pagesToRead as readingWords } from '../strings/messages/pages-to-read.ts';
import { signatures as signatureWords } from '../strings/messages/signatures.ts';
import { transactionForm as words } from '../strings/messages/transaction-form.ts';
import {
  type Draft,
  type DraftButton,
  type DraftStep,
  draftButton,
  hasGroup,
  hasSamePages,
  isShared as isSharedStep,
  isVeto,
  MAX_BUTTONS,
  MAX_PEOPLE,
  peopleIn,
  personField,
  type Quorum,
  quorumOf,
  withPagesForAll,
  withPerson,
  withStep,
  withStepMoved,
} from './draft.ts';
import { EffectField } from './effect-field.tsx';
import { type GroupChoice, isGroup } from './groups.ts';
import { useListFocus } from './list-focus.ts';
import { StepHandle } from './step-handle.tsx';

const ReadingBuilder = lazy(
  () => import('./reading-builder.tsx').then((module) => module.ReadingBuilder),
  'quiet',
);

const FormBuilder = lazy(() => import('./form-builder.tsx').then((module) => module.FormBuilder), 'quiet');

const FileBuilder = lazy(() => import('./file-builder.tsx').then((module) => module.FileBuilder), 'quiet');

const SignatureBuilder = lazy(
  () => import('./signature-builder.tsx').then((module) => module.SignatureBuilder),
  'quiet',
);

export interface PersonChoice {
  id: string;
  name: string;
}

export type StepWords = Pick<
  typeof words,
  'choose' | 'person' | 'up' | 'down' | 'removeStep' | 'notCreator' | 'notCreatorShort'
> & {
  extra?: string;
};

interface StepFieldsProps {
  draft: Draft;
  step: DraftStep;
  index: number;
  choices: readonly PersonChoice[];
  texts: StepWords;
  documents: readonly PageDocument[];
  groups: readonly GroupChoice[];
  change: (draft: Draft) => void;
  handle: Handle;
  dropMark: DropMark;
}

export function StepFields(props: StepFieldsProps) {
  const { draft, step, index, choices, texts, documents, groups, change } = props;
  const { length } = draft.steps;
  const isSequence = draft.order === 'sequence' && length > 1;
  const set = (changed: Partial<DraftStep>) => change(withStep(draft, step.key, { ...step, ...changed }));
  const only = (['pageIds', 'fields', 'files', 'places'] as const).find((part) => step[part].length > 0);
  const canHave = (part: typeof only) => only === undefined || only === part;
  const people = peopleIn(step);
  const isSeveral = people.length > 1;
  const isShared = isSharedStep(step);
  const fieldsOf = (at: number) => ({
    step,
    name: personField(step, index, at),
    label: isSeveral ? words.oneOfPeople(at + 1, index + 1) : texts.person(index + 1),
    at,
    choices,
    hint: texts.choose,
    groups,
    change: (id: string | undefined) => change(withStep(draft, step.key, withPerson(step, at, id))),
  });
  return (
    <li>
      <fieldset class="draft-step" data-dragged={props.handle.isDragged} data-drop={props.dropMark}>
        <legend class="hidden-visually">{branches.step(index + 1)}</legend>
        <PersonField
          {...fieldsOf(0)}
          number={isSequence && <StepHandle index={index} handle={props.handle} />}
        >
          {isSequence && (
            <>
              <Tool
                label={texts.up(index + 1)}
                glyph="up"
                isOff={index === 0}
                act={() => change(withStepMoved(draft, index, index - 1))}
              />
              <Tool
                label={texts.down(index + 1)}
                glyph="down"
                isOff={index === length - 1}
                act={() => change(withStepMoved(draft, index, index + 1))}
              />
            </>
          )}
          {length > 1 && (
            <Tool
              label={texts.removeStep(index + 1)}
              glyph="close"
              act={() => change(withStep(draft, step.key, undefined))}
            />
          )}
        </PersonField>
        {step.others.map((_, other) => {
          const field = fieldsOf(other + 1);
          return (
            <PersonField key={field.name} {...field}>
              <Tool
                label={words.removeOne(other + 2, index + 1)}
                glyph="close"
                act={() => field.change(undefined)}
              />
            </PersonField>
          );
        })}
        {isShared && (
          <QuorumField
            name={`steps[${index}].required`}
            label={words.neededOf(index + 1)}
            step={step}
            groups={groups}
            change={(quorum) => set({ quorum })}
          />
        )}
        {people.length < MAX_PEOPLE && people.length < choices.length + groups.length && (
          <button
            type="button"
            class="button compact quiet"
            onClick={() => set({ others: [...step.others, ''] })}
          >
            {isSeveral ? words.addPerson : words.askSeveral}
          </button>
        )}
        <Buttons draft={draft} step={step} index={index} change={(buttons) => set({ buttons })} />
        {canHave('pageIds') && documents.length > 0 && (
          <Reading
            step={step}
            path={`steps[${index}]`}
            documents={documents}
            change={(pageIds) => set({ pageIds })}
            useForAll={hasSamePages(draft, step) ? undefined : () => change(withPagesForAll(draft, step))}
          />
        )}
        {canHave('fields') && (
          <Questions step={step} path={`steps[${index}]`} change={(fields) => set({ fields })} />
        )}
        {canHave('files') && (
          <Files step={step} path={`steps[${index}]`} change={(files) => set({ files })} />
        )}
        {canHave('places') && documents.some(({ first }) => first.type === 'PAGE_TYPE_PDF') && (
          <Signing
            step={step}
            path={`steps[${index}]`}
            documents={documents}
            change={(places) => set({ places })}
          />
        )}
        {only && <p class="muted small">{words.oneKind}</p>}
        <DutyFields
          step={step}
          index={index}
          texts={texts}
          isAfterOthers={isSequence && index > 0}
          change={set}
        />
        {step.extra && Object.keys(step.extra).length > 0 && <p class="muted small">{texts.extra}</p>}
      </fieldset>
    </li>
  );
}

interface ButtonsProps {
  draft: Draft;
  step: DraftStep;
  index: number;
  change: (buttons: DraftStep['buttons']) => void;
}

function Buttons({ draft, step, index, change }: ButtonsProps) {
  const path = `steps[${index}].actions`;
  const details = useOpenOnError(path);
  const { buttons } = step;
  const { list, add } = useListFocus<HTMLUListElement>(buttons.length);
  return (
    <details class="draft-buttons" ref={details}>
      <summary class="small">
        {words.buttons}
        <span class="muted">{buttons.map((button) => button.text).join(' · ')}</span>
      </summary>
      <ul ref={list}>
        {buttons.map((button, at) => (
          <ButtonFields
            key={button.key}
            name={`${path}[${at}].text`}
            draft={draft}
            index={index}
            button={button}
            at={at}
            change={(changed) =>
              change(buttons.flatMap((each) => (each === button ? (changed ?? []) : each)))
            }
            canGo={buttons.length > 1}
            isShared={isSharedStep(step)}
          />
        ))}
      </ul>
      {buttons.length < MAX_BUTTONS && (
        <button
          type="button"
          class="button compact quiet"
          ref={add}
          onClick={() => change([...buttons, draftButton()])}
        >
          {words.addButton}
        </button>
      )}
    </details>
  );
}

interface ReadingProps {
  step: DraftStep;
  path: string;
  documents: readonly PageDocument[];
  change: (pageIds: DraftStep['pageIds']) => void;
  useForAll: (() => void) | undefined;
}

function Reading({ step: { pageIds, startsWithReading }, path, documents, change, useForAll }: ReadingProps) {
  const { control, reason } = useControl(`${path}.pages`);
  const details = useOpenOnError(`${path}.pages`);
  const [isOpenFirst] = useState(startsWithReading ?? false);
  const [isOpened, setOpened] = useState(isOpenFirst);
  const chosen = documents.filter(({ first }) => pageIds.includes(first.id)).length;
  return (
    <details
      class="draft-buttons draft-observers"
      ref={details}
      open={isOpenFirst}
      onToggle={() => setOpened(true)}
    >
      <summary class="small">
        {readingWords.heading}
        <span class="muted">{chosen === 0 ? readingWords.none : readingWords.count(chosen)}</span>
      </summary>
      {isOpened && <ReadingBuilder {...{ pageIds, documents, control, change, useForAll }} />}
      {reason}
    </details>
  );
}

interface QuestionsProps {
  step: DraftStep;
  path: string;
  change: (fields: DraftStep['fields']) => void;
}

function Questions({ step: { fields }, path, change }: QuestionsProps) {
  const details = useOpenOnError(`${path}.fields`);
  const [isOpened, setOpened] = useState(false);
  return (
    <details class="draft-buttons" ref={details} onToggle={() => setOpened(true)}>
      <summary class="small">
        {formWords.heading}
        <span class="muted">{fields.length === 0 ? formWords.none : formWords.count(fields.length)}</span>
      </summary>
      {isOpened && <FormBuilder fields={fields} path={path} change={change} />}
    </details>
  );
}

interface FilesProps {
  step: DraftStep;
  path: string;
  change: (files: DraftStep['files']) => void;
}

function Files({ step: { files }, path, change }: FilesProps) {
  const details = useOpenOnError(`${path}.file_requests`);
  const [isOpened, setOpened] = useState(false);
  return (
    <details class="draft-buttons" ref={details} onToggle={() => setOpened(true)}>
      <summary class="small">
        {fileWords.heading}
        <span class="muted">{files.length === 0 ? fileWords.none : fileWords.count(files.length)}</span>
      </summary>
      {isOpened && <FileBuilder files={files} path={path} change={change} />}
    </details>
  );
}

interface SigningProps {
  step: DraftStep;
  path: string;
  documents: readonly PageDocument[];
  change: (places: DraftStep['places']) => void;
}

function Signing({ step: { places }, path, documents, change }: SigningProps) {
  const details = useOpenOnError(`${path}.signatures`);
  const [isFilled] = useState(places.length > 0);
  const [isOpened, setOpened] = useState(isFilled);
  return (
    <details class="draft-buttons" ref={details} open={isFilled} onToggle={() => setOpened(true)}>
      <summary class="small">
        {signatureWords.heading}
        <span class="muted">
          {places.length === 0 ? signatureWords.none : signatureWords.count(places.length)}
        </span>
      </summary>
      {isOpened && <SignatureBuilder places={places} path={path} documents={documents} change={change} />}
    </details>
  );
}

interface DutyFieldsProps {
  step: DraftStep;
  index: number;
  texts: StepWords;
  isAfterOthers: boolean;
  change: (changed: Partial<DraftStep>) => void;
}

function DutyFields({ step, index, texts, isAfterOthers, change }: DutyFieldsProps) {
  const distinct = useControl(`steps[${index}].distinct_from`);
  const notCreator = useControl(`steps[${index}].not_creator`);
  const isDistinct = isAfterOthers && step.isDistinct;
  const chosen = [isDistinct && words.distinctShort, step.isNotCreator && texts.notCreatorShort];
  return (
    <details class="draft-buttons" open={Boolean(distinct.reason || notCreator.reason)}>
      <summary class="small">
        {words.duties}
        <span class="muted">{chosen.filter(Boolean).join(' · ') || words.anybody}</span>
      </summary>
      {isAfterOthers && (
        <label class="check small">
          <input
            {...distinct.control}
            type="checkbox"
            checked={step.isDistinct}
            onChange={(event) => change({ isDistinct: event.currentTarget.checked })}
          />
          {words.distinct}
        </label>
      )}
      {distinct.reason}
      <label class="check small">
        <input
          {...notCreator.control}
          type="checkbox"
          checked={step.isNotCreator}
          onChange={(event) => change({ isNotCreator: event.currentTarget.checked })}
        />
        {texts.notCreator}
      </label>
      {notCreator.reason}
    </details>
  );
}

interface PersonFieldProps {
  step: DraftStep;
  name: string;
  label: string;
  hint: string;
  at: number;
  choices: readonly PersonChoice[];
  groups: readonly GroupChoice[];
  change: (id: string | undefined) => void;
  number?: ComponentChildren;
  children?: ComponentChildren;
}

function PersonField(props: PersonFieldProps) {
  const { step, name, label, hint, at, choices, groups, change, number, children } = props;
  const { control, reason } = useControl(name);
  const people = peopleIn(step);
  const chosen = people[at] ?? '';
  const isUnread = isGroup(chosen) && !groups.some(({ id }) => id === chosen);
  return (
    <>
      <div class="draft-person">
        {number}
        <select
          {...control}
          aria-label={label}
          value={chosen}
          onChange={(event) => change(event.currentTarget.value)}
        >
          <option value="">{hint}</option>
          {choices
            .filter(({ id }) => id === chosen || !people.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          {isUnread && <option value={chosen}>{words.groups}</option>}
          {groups.length > 0 && (
            <optgroup label={words.groups}>
              {groups
                .filter(({ id }) => id === chosen || !people.includes(id))
                .map(({ id, name, count }) => (
                  <option key={id} value={id}>
                    {words.groupOf(name, count)}
                  </option>
                ))}
            </optgroup>
          )}
        </select>
        {children}
      </div>
      {reason}
    </>
  );
}

interface QuorumFieldProps {
  name: string;
  label: string;
  step: DraftStep;
  groups: readonly GroupChoice[];
  change: (quorum: Quorum) => void;
}

function QuorumField({ name, label, step, groups, change }: QuorumFieldProps) {
  const { control, reason } = useControl(name);
  const isOfGroup = hasGroup(step);
  const length = countOf(step, groups);
  const numbers = Array.from({ length: Math.max(0, length - 2) }, (_, index) => index + 2);
  const value = step.quorum === 'all' || (!isOfGroup && quorumOf(step) === length) ? 'all' : quorumOf(step);
  return (
    <>
      <label class="draft-needed">
        <span class="small">{words.needed}</span>
        <select
          {...control}
          aria-label={label}
          value={value === 1 ? 'any' : String(value)}
          onChange={({ currentTarget: { value } }) =>
            change(value === 'any' || value === 'all' ? value : Number(value))
          }
        >
          <option value="any">{words.neededAny}</option>
          {numbers.map((number) => (
            <option key={number} value={number}>
              {isOfGroup ? words.neededCount(number) : words.neededSome(number, length)}
            </option>
          ))}
          <option value="all">{isOfGroup ? words.neededEveryone : words.neededAll(length)}</option>
        </select>
      </label>
      {reason}
    </>
  );
}

const MAX_OFFERED = 20;

/** Groups may overlap, so this is an upper limit. */
function countOf(step: DraftStep, groups: readonly GroupChoice[]): number {
  if (!hasGroup(step)) return peopleIn(step).length;
  const counts = peopleIn(step).map((id) => groups.find((group) => group.id === id)?.count ?? 1);
  return Math.min(
    MAX_OFFERED,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

interface ButtonFieldsProps {
  name: string;
  draft: Draft;
  index: number;
  button: DraftButton;
  at: number;
  change: (button: DraftButton | undefined) => void;
  canGo: boolean;
  isShared: boolean;
}

function ButtonFields({ name, draft, index, button, at, change, canGo, isShared }: ButtonFieldsProps) {
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
      <EffectField draft={draft} index={index} button={button} at={at} change={change} />
      {canGo && <Tool label={words.removeButton(button.text)} glyph="close" act={() => change(undefined)} />}
      {isShared && (
        <label class="check small">
          <input
            type="checkbox"
            checked={isVeto(button)}
            onChange={(event) => change({ ...button, isVeto: event.currentTarget.checked })}
          />
          {words.veto(at + 1)}
        </label>
      )}
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
