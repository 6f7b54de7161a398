import type { ComponentChildren } from 'preact';
import { useControl } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { useListFocus } from './list-focus.ts';

interface Draft {
  key: number;
  label: string;
  isRequired: boolean;
}

export interface DraftProps<D> {
  draft: D;
  at: number;
  /** Errors of the API contain this path. */
  path: string;
  change: (draft: D | undefined) => void;
}

interface DraftListProps<D> {
  drafts: readonly D[];
  path: string;
  change: (drafts: readonly D[]) => void;
  max: number;
  create: () => D;
  words: { hint: string; add: string };
  children: (props: DraftProps<D> & { key: number }) => ComponentChildren;
}

export function DraftList<D extends Draft>({
  drafts,
  path,
  change,
  max,
  create,
  words,
  children,
}: DraftListProps<D>) {
  const { list, add } = useListFocus<HTMLUListElement>(drafts.length);
  return (
    <>
      <p class="muted small">{words.hint}</p>
      <ul ref={list}>
        {drafts.map((draft, index) =>
          children({
            key: draft.key,
            draft,
            at: index + 1,
            path: `${path}[${index}]`,
            change: (changed) =>
              change(drafts.flatMap((each) => (each.key === draft.key ? (changed ?? []) : each))),
          }),
        )}
      </ul>
      {drafts.length < max && (
        <button
          type="button"
          class="button compact quiet"
          ref={add}
          onClick={() => change([...drafts, create()])}
        >
          {words.add}
        </button>
      )}
    </>
  );
}

interface DraftItemProps<D> extends DraftProps<D> {
  words: {
    label: (at: number) => string;
    labelExample?: string;
    remove: (at: number) => string;
    required: string;
  };
  children: ComponentChildren;
}

export function DraftItem<D extends Draft>({ draft, at, path, change, words, children }: DraftItemProps<D>) {
  const label = useControl(`${path}.label`);
  return (
    <li class="draft-button draft-field">
      <label class="small" for={label.control.id}>
        {words.label(at)}
      </label>
      <input
        {...label.control}
        dir="auto"
        value={draft.label}
        maxLength={200}
        placeholder={words.labelExample}
        onInput={(event) => change({ ...draft, label: event.currentTarget.value })}
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
      {children}
      <label class="check small">
        <input
          type="checkbox"
          checked={draft.isRequired}
          onChange={(event) => change({ ...draft, isRequired: event.currentTarget.checked })}
        />
        {words.required}
      </label>
    </li>
  );
}

interface DraftHelpProps<D> extends Omit<DraftProps<D>, 'path'> {
  words: { help: (at: number) => string; helpExample: string };
}

export function DraftHelp<D extends { help: string }>({ draft, at, change, words }: DraftHelpProps<D>) {
  return (
    <input
      dir="auto"
      value={draft.help}
      maxLength={1_000}
      placeholder={words.helpExample}
      aria-label={words.help(at)}
      onInput={(event) => change({ ...draft, help: event.currentTarget.value })}
    />
  );
}
