import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dateFields as text } from '../strings/messages/date-fields.ts';
import { adoptStyles } from './adopt-styles.ts';
import { isComposing } from './composition.ts';
import css from './date-field.css?inline';
import {
  type DateKind,
  type DateProblem,
  DEFAULT_TIME,
  exampleOf,
  formatValue,
  isAmbiguous,
  placeholderOf,
  readValue,
  today,
} from './date-text.ts';
import { useWrong } from './form-dialog.tsx';
import { Glyph } from './glyph.tsx';
import { lazy } from './states.tsx';

const Calendar = lazy(() => import('./calendar.tsx').then((module) => module.Calendar), 'quiet');

interface DateFieldProps {
  label: string;
  kind: DateKind;
  name?: string;
  /** A value in the format of `DateKind`, or an empty string. */
  value?: string;
  hint?: string | undefined;
  wrong?: string | undefined;
  /** If `server`, the browser accepts an empty value, and only the server rejects it. */
  required?: boolean | 'server' | undefined;
  min?: string | undefined;
  max?: string | undefined;
  readOnly?: boolean;
  /** Called on blur, on Enter, and when the user chooses a day. */
  change?: (value: string) => void;
}

export function DateField(props: DateFieldProps) {
  const { label, kind, name = '', hint, required, min, max, readOnly } = props;
  const id = useId();
  const { input, value, shown, problem, isChecked, isOpen, setOpen, type, enter, commit, revert, choose } =
    useEntry(props);
  const reported = useWrong(name);
  const wrong = props.wrong ?? reported ?? (isChecked && problem ? problem : undefined);
  const note = kind === 'datetime' && value !== '' && isAmbiguous(value) ? text.twice : hint;
  const about = [wrong && `${id}-wrong`, note && `${id}-hint`].filter(Boolean).join(' ');
  const hasCalendar = kind !== 'time' && !readOnly;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && commit() && props.change) event.preventDefault();
    // If nothing was typed, Escape closes the dialog.
    if (event.key === 'Escape' && revert()) {
      event.preventDefault();
      event.stopPropagation();
    }
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || readOnly) return;
    event.preventDefault();
    if (kind === 'time') enter(quarterAfter(value, step));
    else setOpen(true);
  };
  return (
    <div class="field date-field">
      <label for={id} id={`${id}-label`} dir="auto">
        {label}
      </label>
      <div class="date-entry">
        <input
          id={id}
          name={name}
          ref={input}
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          required={required === true}
          aria-required={required === 'server' ? 'true' : undefined}
          readOnly={readOnly ?? false}
          placeholder={readOnly ? '' : placeholderOf(kind)}
          value={shown}
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={about || undefined}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        {hasCalendar && (
          <button
            type="button"
            class="date-open"
            aria-label={text.choose}
            aria-describedby={`${id}-label`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Glyph name="calendar" />
          </button>
        )}
        {isOpen && (
          <Calendar
            {...{ kind, value, min, max }}
            choose={(chosen) => {
              enter(chosen);
              choose(chosen);
            }}
            close={() => setOpen(false)}
          >
            {kind === 'datetime' && (
              <DateField
                kind="time"
                label={text.clock}
                value={value.split('T')[1] ?? DEFAULT_TIME}
                change={(time) => choose(`${value.split('T')[0] || today()}T${time || DEFAULT_TIME}`)}
              />
            )}
          </Calendar>
        )}
      </div>
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {note && (
        <p class="hint" id={`${id}-hint`}>
          {note}
        </p>
      )}
    </div>
  );
}

function useEntry({ kind, name, value: given = '', min, max, change }: DateFieldProps) {
  adoptStyles(css);
  const input = useRef<HTMLInputElement>(null);
  const [entry, setEntry] = useState({ from: given, value: given });
  const [draft, setDraft] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Without `change`, the user's entry stays if another user changes the value.
  const value = entry.from === given || (!change && isChecked) ? entry.value : given;
  const setValue = (next: string) => setEntry({ from: given, value: next });
  const reading = draft === undefined ? { value } : readValue(kind, draft);
  const read = 'value' in reading ? reading.value : '';
  const problem = 'problem' in reading ? problemOf(kind, reading.problem) : limitProblem(read, min, max);
  useLayoutEffect(() => input.current?.setCustomValidity(problem), [problem]);
  const shown = draft ?? formatValue(kind, value);
  useLayoutEffect(() => {
    // Committing the previous field may change this field's value.
    if (draft === undefined && input.current?.matches(':focus')) input.current.select();
  }, [shown]);
  useEffect(() => {
    const form = input.current?.form;
    const onData = ({ formData }: FormDataEvent) => {
      const last = readValue(kind, input.current?.value ?? '');
      if (name) formData.set(name, 'value' in last ? last.value : '');
    };
    form?.addEventListener('formdata', onData);
    return () => form?.removeEventListener('formdata', onData);
  }, [name, kind]);
  const choose = (chosen: string) => {
    setDraft(undefined);
    setChecked(true);
    setValue(chosen);
    if (chosen !== value && limitProblem(chosen, min, max) === '') change?.(chosen);
  };
  return {
    input,
    value: read,
    shown,
    problem,
    isChecked,
    isOpen,
    setOpen,
    type: (typed: string) => {
      setDraft(typed);
      setChecked(false);
    },
    /** The input event informs the form. */
    enter: (entered: string) => {
      const { current } = input;
      if (!current) return;
      current.value = formatValue(kind, entered);
      current.dispatchEvent(new Event('input', { bubbles: true }));
    },
    commit: () => {
      if (draft === undefined) return false;
      if ('value' in reading) choose(reading.value);
      else setChecked(true);
      return true;
    },
    revert: () => {
      const wasTyped = draft !== undefined;
      setDraft(undefined);
      setValue(given);
      setChecked(false);
      return wasTyped;
    },
    choose,
  };
}

function problemOf(kind: DateKind, problem: DateProblem): string {
  if (problem === 'day') return text.noDay;
  if (problem === 'gap') return text.gap;
  return text[kind](exampleOf(kind));
}

function limitProblem(value: string, min: string | undefined, max: string | undefined): string {
  if (value === '') return '';
  const day = value.slice(0, 'yyyy-mm-dd'.length);
  if (min && day < min) return text.from(formatValue('date', min));
  return max && day > max ? text.until(formatValue('date', max)) : '';
}

const QUARTER = 15;
const DAY_MINUTES = 24 * 60;

function quarterAfter(time: string, step: number): string {
  if (time === '') return '12:00';
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const quarters = (hours * 60 + minutes) / QUARTER;
  const next = (step > 0 ? Math.floor(quarters) + 1 : Math.ceil(quarters) - 1) * QUARTER;
  const wrapped = (next + DAY_MINUTES) % DAY_MINUTES;
  return [Math.floor(wrapped / 60), wrapped % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
