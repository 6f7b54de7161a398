import type { FormField } from '@ringbinder/protocol';
import { useId } from 'preact/hooks';
import { DateField } from '../design/date-field.tsx';
import { formAnswers as text } from '../strings/messages/form-answers.ts';

interface FormControlProps {
  field: FormField;
  name: string;
  wrong: string | undefined;
}

export function FormControl({ field, name, wrong }: FormControlProps) {
  const id = useId();
  const { type, label, help, required, options = [], currency, min, max } = field;
  const about = [wrong && `${id}-wrong`, help && `${id}-help`].filter(Boolean).join(' ');
  const common = {
    id,
    name,
    'aria-required': required ? ('true' as const) : undefined,
    'aria-describedby': about || undefined,
    'aria-invalid': wrong ? ('true' as const) : undefined,
  };
  const named = currency === undefined ? label : text.withCurrency(label, currency);
  const caption = required ? named : text.optional(named);
  if (type === 'date')
    return (
      <DateField
        kind="date"
        label={caption}
        name={name}
        hint={help}
        wrong={wrong}
        required={required && 'server'}
        min={min?.toString()}
        max={max?.toString()}
      />
    );
  return (
    <div class="field">
      {type === 'checkbox' ? (
        <label class="check" dir="auto">
          <input type="checkbox" {...common} />
          {caption}
        </label>
      ) : (
        <label for={id} dir="auto">
          {caption}
        </label>
      )}
      {type === 'text' && <input dir="auto" type="text" autocomplete="off" {...common} />}
      {(type === 'number' || type === 'money') && (
        <input type="number" step="any" inputMode={inputModeOf(field)} {...common} />
      )}
      {type === 'choice' && (
        <select {...common}>
          <option value="">{text.choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {help && (
        <p dir="auto" class="hint" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** A phone's decimal keyboard has no minus sign. */
const inputModeOf = ({ min }: FormField) => (min !== undefined && Number(min) >= 0 ? 'decimal' : 'text');
