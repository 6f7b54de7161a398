import type { ComponentChildren } from 'preact';
import { useControl } from '../../design/form-dialog.tsx';

interface TextFieldProps {
  name: string;
  label: string;
  value: string;
  change: (value: string) => void;
  type?: 'number';
  min?: number;
  isOptional?: boolean;
  hint?: string;
  maxLength?: number;
  rows?: number;
  placeholder?: string;
  children?: ComponentChildren;
}

export function TextField(props: TextFieldProps) {
  const { name, label, value, change, type, isOptional, hint, maxLength = 65_536, rows, placeholder } = props;
  const { control, reason } = useControl(name);
  const describedBy = [control['aria-describedby'], hint && `${control.id}-hint`].filter(Boolean).join(' ');
  const common = {
    ...control,
    'aria-describedby': describedBy || undefined,
    dir: 'auto' as const,
    required: !isOptional,
    value,
    placeholder,
  };
  return (
    <div class="field">
      <label for={control.id}>{label}</label>
      {rows === undefined ? (
        <input
          {...common}
          autocomplete="off"
          {...(type ? { type, min: props.min ?? 1, max: 366, step: 'any' } : { maxLength })}
          onInput={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <textarea
          {...common}
          rows={rows}
          maxLength={maxLength}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      {reason}
      {hint && (
        <p class="hint" id={`${control.id}-hint`}>
          {hint}
        </p>
      )}
      {props.children}
    </div>
  );
}
