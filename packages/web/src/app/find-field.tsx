import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isComposing } from '../design/composition.ts';
import { Glyph } from '../design/glyph.tsx';
import { find as words } from '../strings/messages/find.ts';
import { Mark } from '../timeline/marks.tsx';
import { nameOfFilter } from './find-groups.ts';
import { filterKeys } from './search-query.ts';
import type { Query } from './use-query.ts';

interface FindFieldProps {
  query: Query;
  field: RefObject<HTMLInputElement | null>;
  list: string;
  active: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function FindField({ query, field, list, active, onKeyDown }: FindFieldProps) {
  const { filters, draft, remove } = query;
  useLayoutEffect(() => {
    const { current: input } = field;
    if (input && input.selectionStart !== draft.caret) input.setSelectionRange(draft.caret, draft.caret);
  }, [draft]);
  return (
    <div class="find-box">
      <Mark name="search" />
      {filters.length > 0 && (
        <ul class="chips" aria-label={words.filters}>
          {filters.map((filter) => (
            <li key={filter.key}>
              <span dir="auto">{nameOfFilter(filter)}</span>
              <button
                type="button"
                class="tool"
                aria-label={words.removeFilter(nameOfFilter(filter))}
                onClick={() => {
                  remove(filter);
                  field.current?.focus();
                }}
              >
                <Glyph name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        dir="auto"
        class="find-field"
        ref={field}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        enterkeyhint="search"
        aria-label={words.title}
        aria-expanded={active !== undefined}
        aria-controls={list}
        aria-activedescendant={active}
        placeholder={filters.length > 0 ? '' : words.placeholder}
        value={draft.text}
        onInput={({ currentTarget: { value: text, selectionStart }, isComposing }) =>
          query.type({ text, caret: selectionStart ?? text.length }, isComposing)
        }
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const isBackspace = event.key === 'Backspace'; // not shown
          const { selectionStart, selectionEnd } = event.currentTarget;
          const last = filters.at(-1);
          if (isBackspace && selectionStart === 0 && selectionEnd === 0 && last) remove(last);
          else onKeyDown(event);
        }}
      />
    </div>
  );
}

export function FilterButtons({ query, field }: Pick<FindFieldProps, 'query' | 'field'>) {
  const chosen = new Set(query.filters.map(({ key }) => key));
  return (
    <ul class="find-filters" aria-label={words.addFilter}>
      {filterKeys
        .filter((key) => !chosen.has(key))
        .map((key) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => {
                query.begin(key);
                field.current?.focus();
              }}
            >
              {words.key[key]}:
            </button>
          </li>
        ))}
    </ul>
  );
}
