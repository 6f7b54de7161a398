import { useId, useState } from 'preact/hooks';
import { text } from '../strings/en.ts';

interface FieldProps {
  label: string;
  name: string;
  value?: string;
  type?: 'text' | 'email' | 'url' | 'password' | 'search';
  hint?: string;
  wrong?: string;
  required?: boolean;
  /** More than one line, so many of them. */
  rows?: number;
}

/** A labelled field, with a hint or with what is wrong about it. */
export function Field({ label, name, value = '', type = 'text', hint, wrong, required, rows }: FieldProps) {
  const id = useId();
  const about = wrong ?? hint;
  const common = {
    id,
    name,
    required: required ?? false,
    'aria-describedby': about ? `${id}-about` : undefined,
    'aria-invalid': wrong ? ('true' as const) : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? (
        <textarea {...common} rows={rows} defaultValue={value} />
      ) : (
        <input {...common} type={type as 'text'} defaultValue={value} autocomplete="off" />
      )}
      {about && (
        <p class={wrong ? 'wrong' : 'hint'} id={`${id}-about`}>
          {about}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  label: string;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
  value?: string;
  onChange?: (value: string) => void;
}

/** A choice of one. */
export function Select({ label, name, options, value = '', onChange }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} value={value} onChange={(event) => onChange?.(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option value={key} key={key} selected={key === value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ChecksProps {
  legend: string;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
  checked: readonly string[];
}

/** A choice of several. */
export function Checks({ legend, name, options, checked }: ChecksProps) {
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {options.map(([key, label]) => (
        <label class="check" key={key}>
          <input type="checkbox" name={name} value={key} defaultChecked={checked.includes(key)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** A value to be copied. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement) input.select();
    await navigator.clipboard?.writeText(value).catch(() => {});
    setCopied(true);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy">
        <input id={id} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button" onClick={copy}>
          {copied ? text.actions.copied : text.actions.copy}
        </button>
      </div>
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}
