import type { Signal } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isComposing } from '../design/composition.ts';
import { todos as text } from '../strings/messages/todos.ts';

interface DraftFieldProps {
  label: string;
  value: string;
  stored: Signal<string>;
  rows?: number;
  placeholder?: string;
  readOnly: boolean;
  wrong?: string | undefined;
  save: (value: string, base: string) => Promise<Saving>;
}

export type Saving = 'saved' | 'refused' | 'outdated';

/** `base` is the field's value when the user began to type. */
interface Draft {
  base: string;
  written: string;
}

/** If two users changed the same lines, saves both versions. */
export function DraftField({
  label,
  value,
  stored,
  rows,
  placeholder,
  readOnly,
  wrong,
  save,
}: DraftFieldProps) {
  const [draft, change] = useState<Draft | undefined>(() => readDraft(stored.peek()));
  const setDraft = (next: Draft | undefined) => {
    stored.value = next ? JSON.stringify(next) : '';
    change(next);
  };
  const [isConflict, setConflict] = useState(false);
  const latest = useRef({ draft, value });
  latest.current = { draft, value };
  const isSaving = useRef(false);
  const [outdated, setOutdated] = useState<string>();
  const id = useId();
  const commit = async (): Promise<void> => {
    // While a save is running, `value` already contains its text.
    if (isSaving.current || latest.current.draft === undefined) return;
    isSaving.current = true;
    const sent = latest.current.draft;
    try {
      const { current, merged, isJoined } = await mergeDraft(
        sent,
        () => latest.current.value,
        rows !== undefined,
      );
      const result = merged === current ? 'saved' : await save(merged, current);
      if (result === 'outdated') setOutdated(current);
      if (result !== 'saved') return;
      setConflict(isJoined);
    } finally {
      isSaving.current = false;
    }
    const { draft: now } = latest.current;
    if (now === sent) return setDraft(undefined);
    if (now === undefined) return;
    latest.current.draft = { base: sent.written, written: now.written };
    setDraft(latest.current.draft);
    await commit();
  };
  useEffect(() => {
    if (outdated === undefined || outdated === value) return;
    setOutdated(undefined);
    void commit();
  }, [value, outdated]);
  useEffect(() => void commit(), []);
  const common = {
    id,
    placeholder,
    readOnly,
    value: draft?.written ?? value,
    'aria-invalid': wrong ? ('true' as const) : undefined,
    'aria-describedby': wrong ? `${id}-wrong` : undefined,
    onBlur: () => void commit(),
    onInput: (event: { currentTarget: { value: string } }) => {
      setConflict(false);
      setDraft({ base: draft?.base ?? value, written: event.currentTarget.value });
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDraft(undefined);
      if (event.key === 'Enter' && !isComposing(event) && (!rows || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void commit();
      }
    },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? <textarea dir="auto" {...common} rows={rows} /> : <input dir="auto" {...common} />}
      {rows && (
        <p class={isConflict ? 'hint small' : 'hidden-visually'} role="status">
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

function readDraft(stored: string): Draft | undefined {
  return stored === '' ? undefined : (JSON.parse(stored) as Draft);
}

/** @param stored reads the newest value, with changes by other users */
async function mergeDraft(
  { base, written }: Draft,
  stored: () => string,
  isMergeable: boolean,
): Promise<{ current: string; merged: string; isJoined: boolean }> {
  const before = stored();
  if (written === base) return { current: before, merged: before, isJoined: false };
  if (!isMergeable || before === base) return { current: before, merged: written, isJoined: false };
  // Without the module, both versions are saved.
  const module = await import('../notes/merge.ts').catch(() => undefined);
  const current = stored();
  const merged = module?.mergeTexts(base, written, current);
  return { current, merged: merged ?? `${current}\n${written}`, isJoined: merged === undefined };
}
