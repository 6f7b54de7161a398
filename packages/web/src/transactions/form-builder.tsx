import type { FormField } from '@ringbinder/protocol';
import { useControl } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { formBuilder as words } from '../strings/en/form-builder.ts';
import { type DraftField, draftField, MAX_FIELDS } from './form-draft.ts';

interface FormBuilderProps {
  fields: readonly DraftField[];
  /** Of the step in the API, so that errors appear at the fields. */
  path: string;
  change: (fields: readonly DraftField[]) => void;
}

const TYPES = Object.keys(words.types) as FormField['type'][];

/** The fields of a step's form. */
export function FormBuilder({ fields, path, change }: FormBuilderProps) {
  const set = (key: number, changed: DraftField | undefined) =>
    change(fields.flatMap((each) => (each.key === key ? (changed ?? []) : each)));
  return (
    <>
      <p class="muted small">{words.hint}</p>
      <ul>
        {fields.map((field, index) => (
          <FieldDraft
            key={field.key}
            field={field}
            at={index + 1}
            path={`${path}.fields[${index}]`}
            change={(changed) => set(field.key, changed)}
          />
        ))}
      </ul>
      {fields.length < MAX_FIELDS && (
        <button type="button" class="button compact quiet" onClick={() => change([...fields, draftField()])}>
          {words.add}
        </button>
      )}
    </>
  );
}

interface FieldDraftProps {
  field: DraftField;
  /** Its place, from 1. */
  at: number;
  path: string;
  change: (field: DraftField | undefined) => void;
}

function FieldDraft({ field, at, path, change }: FieldDraftProps) {
  const label = useControl(`${path}.label`);
  const options = useControl(`${path}.options`);
  const currency = useControl(`${path}.currency`);
  return (
    <li class="draft-button draft-field">
      <input
        {...label.control}
        dir="auto"
        value={field.label}
        maxLength={200}
        placeholder={words.label(at)}
        aria-label={words.label(at)}
        onInput={(event) => change({ ...field, label: event.currentTarget.value })}
      />
      <button
        type="button"
        class="tool"
        aria-label={words.remove(at)}
        title={words.remove(at)}
        onClick={() => change(undefined)}
      >
        <Glyph name="close" />
      </button>
      {label.reason}
      <select
        aria-label={words.type(at)}
        value={field.type}
        onChange={(event) => change({ ...field, type: event.currentTarget.value as DraftField['type'] })}
      >
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {words.types[type]}
          </option>
        ))}
      </select>
      {field.type === 'money' && (
        <input
          {...currency.control}
          value={field.currency}
          maxLength={3}
          aria-label={words.currency(at)}
          onInput={(event) => change({ ...field, currency: event.currentTarget.value })}
        />
      )}
      {currency.reason}
      {field.type === 'choice' && (
        <textarea
          {...options.control}
          dir="auto"
          rows={3}
          value={field.options}
          placeholder={words.optionsExample}
          aria-label={words.options(at)}
          onInput={(event) => change({ ...field, options: event.currentTarget.value })}
        />
      )}
      {options.reason}
      <input
        dir="auto"
        value={field.help}
        maxLength={1_000}
        placeholder={words.helpExample}
        aria-label={words.help(at)}
        onInput={(event) => change({ ...field, help: event.currentTarget.value })}
      />
      <label class="check small">
        <input
          type="checkbox"
          checked={field.isRequired}
          onChange={(event) => change({ ...field, isRequired: event.currentTarget.checked })}
        />
        {words.required}
      </label>
    </li>
  );
}
