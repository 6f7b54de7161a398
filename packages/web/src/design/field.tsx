import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../strings/common.ts';
import { writeToClipboard } from './clipboard.ts';
import { useWrong } from './form-dialog.tsx';

interface FieldProps {
  label: string;
  name: string;
  value?: string;
  type?: 'text' | 'email' | 'url' | 'password' | 'search' | 'number';
  hint?: string;
  wrong?: string;
  required?: boolean;
  rows?: number;
  min?: number;
  maxLength?: number;
  placeholder?: string;
}

export function Field({
  label,
  name,
  value = '',
  type = 'text',
  hint,
  wrong,
  required,
  rows,
  ...rest
}: FieldProps) {
  const id = useId();
  const reported = useWrong(name);
  const problem = wrong ?? reported;
  const about = [problem && `${id}-wrong`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const common = {
    id,
    name,
    required: required ?? false,
    'aria-describedby': about || undefined,
    'aria-invalid': problem ? ('true' as const) : undefined,
    ...rest,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? (
        <textarea dir="auto" {...common} rows={rows} defaultValue={value} spellcheck={false} />
      ) : (
        <input dir="auto" {...common} type={type as 'text'} defaultValue={value} autocomplete="off" />
      )}
      {problem && (
        <p class="wrong" id={`${id}-wrong`}>
          {problem}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
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
  disabled?: boolean;
  onChange?: (value: string) => void;
}

/** Without `onChange`, the component stores the choice itself. */
export function Select({ label, name, options, value = '', disabled, onChange }: SelectProps) {
  const id = useId();
  const [choice, setChoice] = useState<{ from: string; to: string }>();
  const current = choice?.from === value && !onChange ? choice.to : value;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={current}
        disabled={disabled ?? false}
        onChange={({ currentTarget: { value: to } }) =>
          onChange ? onChange(to) : setChoice({ from: value, to })
        }
      >
        {options.map(([key, name]) => (
          <option value={key} key={key} selected={key === current}>
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
  columns?: boolean;
  hint?: string;
}

export function Checks({ legend, name, options, checked, columns, hint }: ChecksProps) {
  return (
    <fieldset class={`checks ${columns ? 'columns' : ''}`}>
      <legend>{legend}</legend>
      {options.map(([key, label]) => (
        <label class="check" key={key}>
          <input type="checkbox" name={name} value={key} defaultChecked={checked.includes(key)} />
          {label}
        </label>
      ))}
      {hint && <p class="hint">{hint}</p>}
    </fieldset>
  );
}

const COPIED_MS = 2_000;

export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  // Show the whole value, because truncated addresses look alike.
  useLayoutEffect(() => {
    const { current } = textarea;
    if (!current || CSS.supports('field-sizing', 'content')) return;
    current.style.height = `${current.scrollHeight + 2}px`;
  }, [value]);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy">
        <textarea
          dir="auto"
          id={id}
          ref={textarea}
          rows={1}
          value={value}
          readOnly
          spellcheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton label={label} value={value} />
      </div>
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}

interface CopyButtonProps {
  label: string;
  value: string;
  quiet?: boolean;
}

export function CopyButton({ label, value, quiet }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    await writeToClipboard(value);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <>
      <button
        type="button"
        class={`button compact ${quiet ? 'quiet' : ''}`}
        aria-label={text.about(copied ? text.actions.copied : text.actions.copy, label)}
        onClick={copy}
      >
        {copied ? text.actions.copied : text.actions.copy}
      </button>
      <span class="hidden-visually" role="status">
        {copied && text.about(text.actions.copied, label)}
      </span>
    </>
  );
}
