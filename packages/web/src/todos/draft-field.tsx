import { useId, useState } from 'preact/hooks';

interface DraftFieldProps {
  label: string;
  value: string;
  rows?: number;
  placeholder?: string;
  readOnly: boolean;
  wrong?: string | undefined;
  /** Returns false if rejected; the value then stays in the field. */
  save: (value: string) => Promise<boolean>;
}

/** Blur and Enter save, Escape reverts. Shows others' changes unless it is being edited. */
export function DraftField({ label, value, rows, placeholder, readOnly, wrong, save }: DraftFieldProps) {
  const [draft, setDraft] = useState<string>();
  const id = useId();
  const commit = async () => {
    if (draft === undefined) return;
    if (draft === value || (await save(draft))) setDraft(undefined);
  };
  const common = {
    id,
    placeholder,
    readOnly,
    value: draft ?? value,
    'aria-invalid': wrong ? ('true' as const) : undefined,
    'aria-describedby': wrong ? `${id}-wrong` : undefined,
    onBlur: commit,
    onInput: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDraft(undefined);
      if (event.key === 'Enter' && !event.isComposing && (!rows || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        commit();
      }
    },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? <textarea dir="auto" {...common} rows={rows} /> : <input dir="auto" {...common} />}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}
