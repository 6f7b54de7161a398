import { useEffect, useState } from 'preact/hooks';
import type { PageDocument } from '../binder/documents.ts';
import { kindOf } from '../binder/page-kind.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import type { useControl } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { pagesToRead as text } from '../strings/messages/pages-to-read.ts';
import css from './reading-builder.css?inline';

interface ReadingBuilderProps {
  pageIds: readonly number[];
  documents: readonly PageDocument[];
  control: ReturnType<typeof useControl>['control'];
  change: (pageIds: readonly number[]) => void;
  /** Missing if the other steps cannot have the same documents, or have them. */
  useForAll?: (() => void) | undefined;
}

/** Fewer documents are in view at once. */
const SEARCHABLE = 7;

export function ReadingBuilder({ pageIds, documents, control, change, useForAll }: ReadingBuilderProps) {
  adoptStyles(css);
  const [words, setWords] = useState('');
  const wanted = words.toLocaleLowerCase().split(/\s+/);
  const found = documents.filter(({ name }) =>
    wanted.every((word) => name.toLocaleLowerCase().includes(word)),
  );
  return (
    <>
      <p class="muted small">{text.hint}</p>
      {documents.length >= SEARCHABLE && (
        <div class="field reading-search">
          <input
            type="search"
            aria-label={text.search}
            placeholder={text.search}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Enter would send the request.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        </div>
      )}
      <ul class="reading-choices">
        {found.map(({ first, name, pages }) => (
          <li key={first.id}>
            <label>
              <span class="reading-picture">
                <Picture page={first} />
              </span>
              <span class="check small">
                <input
                  {...control}
                  id={undefined}
                  type="checkbox"
                  checked={pageIds.includes(first.id)}
                  onChange={(event) => {
                    const ids = pages.map(({ id }) => id);
                    const others = pageIds.filter((id) => !ids.includes(id));
                    change(event.currentTarget.checked ? [...others, ...ids] : others);
                  }}
                />
                <bdi title={name}>{name}</bdi>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="muted small">{text.notFound}</p>}
      {useForAll && (
        <button type="button" class="button compact quiet" onClick={useForAll}>
          {text.forAll}
        </button>
      )}
    </>
  );
}

/** The server may still be rendering the page. */
const RETRY_MS = 1_500;

function Picture({ page }: { page: PageDocument['first'] }) {
  const link = page.thumbnail_uri;
  const [state, setState] = useState<'first' | 'failed' | 'again' | 'none'>(link === '' ? 'none' : 'first');
  useEffect(() => {
    if (state !== 'failed') return;
    const timer = setTimeout(() => setState('again'), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'failed' || state === 'none') return <Glyph name={kindOf(page).glyph} />;
  return (
    <img
      src={state === 'again' ? `${link}&again` : link}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setState(state === 'first' ? 'failed' : 'none')}
    />
  );
}
