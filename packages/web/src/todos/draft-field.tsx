import { useId, useState } from 'preact/hooks';
import { todos as text } from '../strings/messages/todos.ts';

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

/** @param base the value when the first character was typed */
interface Draft {
  base: string;
  written: string;
}

/**
 * A field saved on blur or Enter; Escape reverts. Shows others' changes unless it is being edited. Several lines are
 * merged with others' changes. If both changed the same lines, both versions are saved.
 */
export function DraftField({ label, value, rows, placeholder, readOnly, wrong, save }: DraftFieldProps) {
  const [draft, setDraft] = useState<Draft>();
  const [isConflict, setConflict] = useState(false);
  const id = useId();
  const commit = async () => {
    if (draft === undefined) return;
    const { base, written } = draft;
    let next = written;
    if (written === base) next = value;
    else if (rows && value !== base) {
      const { mergeTexts } = await import('../notes/merge.ts');
      const merged = mergeTexts(base, written, value);
      setConflict(merged === undefined);
      next = merged ?? `${value}\n${written}`;
    }
    if (next === value || (await save(next))) setDraft(undefined);
  };
  const common = {
    id,
    placeholder,
    readOnly,
    value: draft?.written ?? value,
    'aria-invalid': wrong ? ('true' as const) : undefined,
    'aria-describedby': wrong ? `${id}-wrong` : undefined,
    onBlur: commit,
    onInput: (event: { currentTarget: { value: string } }) => {
      setConflict(false);
      setDraft({ base: draft?.base ?? value, written: event.currentTarget.value });
    },
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
      {rows && (
        <p class="hint small" role="status" hidden={!isConflict}>
          {isConflict && text.notesConflict}
        </p>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}
