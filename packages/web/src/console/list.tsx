import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Empty, Failed, Skeleton } from '../design/states.tsx';
import { text } from '../strings/en.ts';
import { useConsole } from './context.ts';
import { useLoad } from './load.ts';

/** A column of a table. The first one names the row. */
export interface Column<T> {
  label: string;
  show: (row: T) => ComponentChildren;
}

interface ListProps<T> {
  /** Path of the list in the API. */
  path: string;
  /** Name of the list in the answer. */
  of: string;
  id: (row: T) => string | number;
  columns: readonly Column<T>[];
  /** Buttons of a row; `reload` fetches the list again. */
  actions?: (row: T, reload: () => void) => ComponentChildren;
  /** What stands above the list. */
  tools?: (reload: () => void) => ComponentChildren;
  /** Whether the list can be searched by `q`. */
  searchable?: boolean;
  empty: string;
}

const PER_PAGE = 50;

/** A list of the API: searched, page by page, with its loading, empty and error states. */
export function List<T>({ path, of, id, columns, actions, tools, searchable, empty }: ListProps<T>) {
  const { call } = useConsole();
  const [q, setQ] = useState('');
  const [pages, setPages] = useState(1);
  const [loading, reload] = useLoad<{ rows: T[]; hasMore: boolean }>(`${path} ${q} ${pages}`, async () => {
    const rows: T[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < pages; page += 1) {
      const query = new URLSearchParams({
        limit: String(PER_PAGE),
        ...(q && { q }),
        ...(cursor && { cursor }),
      });
      const data = await call<Record<string, unknown>>(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}${query}`,
      );
      rows.push(...((data[of] as T[] | undefined) ?? []));
      cursor = data.next_cursor as string | undefined;
      if (cursor === undefined) break;
    }
    return { rows, hasMore: cursor !== undefined };
  });
  const search = (value: string) => {
    setPages(1);
    setQ(value.trim());
  };
  return (
    <>
      {(searchable || tools) && (
        <div class="tools">
          {searchable && (
            <div class="field">
              <input
                type="search"
                aria-label={text.actions.search}
                placeholder={text.actions.search}
                onInput={(event) => search(event.currentTarget.value)}
              />
            </div>
          )}
          {tools && <div class="push">{tools(reload)}</div>}
        </div>
      )}
      <section class="panel">
        {loading.state === 'loading' && <Skeleton />}
        {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
        {loading.state === 'ready' && loading.value.rows.length === 0 && (
          <Empty title={q ? text.emptySearch : text.empty}>{q ? text.emptySearchHint : empty}</Empty>
        )}
        {loading.state === 'ready' && loading.value.rows.length > 0 && (
          <Table<T>
            rows={loading.value.rows}
            id={id}
            columns={columns}
            actions={actions && ((row) => actions(row, reload))}
          />
        )}
        {loading.state === 'ready' && loading.value.hasMore && (
          <div class="pager">
            <button type="button" class="button compact" onClick={() => setPages(pages + 1)}>
              {text.actions.more}
            </button>
          </div>
        )}
      </section>
    </>
  );
}

interface TableProps<T> {
  rows: readonly T[];
  id: (row: T) => string | number;
  columns: readonly Column<T>[];
  actions?: ((row: T) => ComponentChildren) | undefined;
}

/** A table; on a narrow screen each row becomes a block. */
export function Table<T>({ rows, id, columns, actions }: TableProps<T>) {
  return (
    <div class="table-scroll">
      <table class="table">
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th scope="col" key={label}>
                {label}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span class="hidden-visually">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)}>
              {columns.map(({ label, show }) => (
                <td key={label} data-label={label}>
                  <div>{show(row)}</div>
                </td>
              ))}
              {actions && <td class="end">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A time as the reader's clock shows it. */
export function Time({ at }: { at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
