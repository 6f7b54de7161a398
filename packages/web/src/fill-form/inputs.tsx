import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { useId } from 'preact/hooks';
import { fillForm as text } from '../strings/messages/fill-form.ts';
import { useScaledLayer } from '../viewer/use-scaled-layer.ts';
import type { PageViewport } from '../viewer/viewport.ts';
import type { Field, Value } from './calls.ts';
import { change, currentValue, type Draft } from './draft.ts';

type Place = Field['widgets'][number];

/**
 * In points. `LARGEST` is the maximum for fields without a font size of their own. A font size below
 * `SMALLEST` counts as none.
 */
const [SMALLEST, LARGEST] = [6, 12];

export function FormInputs({ viewport, draft }: { viewport: PageViewport; draft: Draft }) {
  const layer = useScaledLayer<HTMLFieldSetElement>(viewport);
  const fields = draft.base.value?.fields ?? [];
  return (
    // Input during the save would be lost when the form closes.
    <fieldset class="form-inputs" ref={layer} aria-label={text.region} inert={draft.isSaving.value}>
      {fields.map((field) =>
        field.widgets.map((place, index) => (
          <Input key={`${field.name} ${index}`} {...{ viewport, draft, field, place }} />
        )),
      )}
    </fieldset>
  );
}

interface InputProps {
  viewport: PageViewport;
  draft: Draft;
  field: Field;
  place: Place;
}

function Input({ viewport, draft, field, place }: InputProps) {
  const hint = useId();
  const problem = draft.problems.value[field.name] ?? theirsOf(draft, field);
  const height = place.height * viewport.height;
  const own = field.font_size ?? LARGEST;
  const size = Math.min(field.is_multiline ? own : height * 0.75, own < SMALLEST ? LARGEST : own);
  const common = {
    'aria-label': labelOf(field, place),
    'aria-invalid': problem !== undefined,
    'aria-required': field.is_required,
    ...(problem !== undefined && { 'aria-describedby': hint }),
    disabled: field.is_read_only,
    title: field.label,
  };
  return (
    <span
      class="form-input"
      data-changed={field.name in draft.values.value}
      style={{
        left: `${place.x * 100}%`,
        top: `${place.y * 100}%`,
        width: `${place.width * 100}%`,
        height: `${place.height * 100}%`,
        fontSize: `${Math.max(2, size)}px`,
      }}
    >
      <Control {...{ draft, field, place, common }} />
      {problem !== undefined && (
        <span class="form-problem" id={hint}>
          {problem}
        </span>
      )}
    </span>
  );
}

const labelOf = ({ label, type, options }: Field, { option }: Place): string =>
  type === 'radio' && option !== undefined
    ? text.option(label, options?.find(({ value }) => value === option)?.label ?? option)
    : label;

function theirsOf(draft: Draft, { name }: Field): string | undefined {
  const theirs = draft.theirs.value[name];
  if (theirs === undefined) return;
  const shown = theirs === true ? '✓' : theirs === false ? '' : String(theirs);
  return shown === '' ? text.emptied : text.changedTo(excerpt(shown, 60));
}

interface ControlProps extends Omit<InputProps, 'viewport'> {
  common: object;
}

function Control({ draft, field, place, common }: ControlProps) {
  const value = currentValue(draft, field);
  const set = (typed: Value) => change(draft, field, typed);
  switch (field.type) {
    case 'checkbox':
      return (
        <input
          type="checkbox"
          {...common}
          checked={value === true}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
        />
      );
    case 'radio':
      return (
        <input
          type="radio"
          {...common}
          name={`form ${field.name}`}
          checked={place.option !== undefined && value === place.option}
          onChange={() => set(place.option ?? '')}
        />
      );
    case 'choice':
      return field.allows_other ? (
        <OpenChoice {...{ field, common, set }} value={String(value)} />
      ) : (
        <Choice {...{ field, common, set, value }} />
      );
    case 'text':
      return field.is_multiline ? (
        <textarea
          dir="auto"
          {...common}
          value={String(value)}
          maxLength={field.max_length}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      ) : (
        <input
          type="text"
          dir="auto"
          autocomplete="off"
          {...common}
          value={String(value)}
          maxLength={field.max_length}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      );
  }
}

interface ChoiceProps<V> {
  field: Field;
  common: object;
  value: V;
  set: (value: Value) => void;
}

function OpenChoice({ field, common, value, set }: ChoiceProps<string>) {
  const list = useId();
  return (
    <>
      <input
        type="text"
        dir="auto"
        list={list}
        {...common}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <datalist id={list}>
        {field.options?.map((option) => (
          <option key={option.value} value={option.value} label={option.label} />
        ))}
      </datalist>
    </>
  );
}

function Choice({ field, common, value, set }: ChoiceProps<Value>) {
  const isMultiple = Array.isArray(value);
  const isChosen = (option: string) => (isMultiple ? value.includes(option) : value === option);
  const isEmpty = !isMultiple && !field.options?.some((option) => option.value === '');
  return (
    <select
      {...common}
      multiple={isMultiple}
      onChange={({ currentTarget }) =>
        set(
          isMultiple
            ? Array.from(currentTarget.selectedOptions, (option) => option.value)
            : currentTarget.value,
        )
      }
    >
      {isEmpty && (
        <option value="" selected={value === ''}>
          {text.none}
        </option>
      )}
      {field.options?.map((option) => (
        <option key={option.value} value={option.value} selected={isChosen(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
