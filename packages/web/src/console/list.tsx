import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Empty, Failed, Skeleton } from '../design/states.tsx';
import { text } from '../strings/console.ts';
import { ConsoleIcon, type ConsoleIconName } from './icon.tsx';
import { usePages } from './pages.ts';
import { SearchField } from './search.tsx';
import { type Column, Table } from './table.tsx';

interface ListProps<T> {
  path: string;
  of: string;
  id: (row: T) => string | number;
  columns: readonly Column<T>[];
  actions?: (row: T, reload: () => void) => ComponentChildren;
  tools?: (reload: () => void) => ComponentChildren;
  filters?: ComponentChildren;
  filter?: string;
  /** True if the API accepts the parameter `q`. */
  searchable?: boolean;
  searchLabel?: string;
  empty: string;
  icon?: ConsoleIconName;
}

export function List<T>(props: ListProps<T>) {
  const { path, of, id, columns, actions, tools, filters, filter, searchable, searchLabel, empty, icon } =
    props;
  const [q, setQ] = useState('');
  const query = [q && String(new URLSearchParams({ q })), filter].filter(Boolean).join('&');
  const { loading, isStale, reload, more } = usePages<T>(
    query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path,
    of,
  );
  const panel = useRef<HTMLElement>(null);
  const rows = loading.state === 'ready' ? loading.value.rows : [];
  const hasMore = loading.state === 'ready' && loading.value.next !== undefined;
  const { onFocusIn, goToRow } = useRowFocus(panel);
  const showMore = () => {
    goToRow(rows.length);
    more();
  };
  return (
    <>
      {(searchable || filters || tools) && (
        <div class="tools">
          {searchable && <SearchField search={setQ} {...(searchLabel && { label: searchLabel })} />}
          {filters}
          {tools && <div class="push">{tools(reload)}</div>}
        </div>
      )}
      <section class="panel" aria-busy={isStale} ref={panel} tabIndex={-1} onFocusIn={onFocusIn}>
        {loading.state === 'loading' && <Skeleton />}
        {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
        {loading.state === 'ready' && rows.length === 0 && (
          <Empty title={query ? text.emptySearch : text.empty} icon={icon && <ConsoleIcon name={icon} />}>
            {query ? text.emptySearchHint : empty}
          </Empty>
        )}
        {rows.length > 0 && (
          <Table<T>
            rows={rows}
            id={id}
            columns={columns}
            actions={actions && ((row) => actions(row, reload))}
          />
        )}
        {hasMore && (
          <div class="pager">
            <button type="button" class="button compact" onClick={showMore}>
              {text.actions.more}
            </button>
          </div>
        )}
        <p class="hidden-visually" role="status">
          {loading.state === 'ready' && !isStale && query && (hasMore ? text.first : text.count)(rows.length)}
        </p>
      </section>
    </>
  );
}

/** If the focused button disappears, focuses the row that is now at the button's position. */
function useRowFocus(panel: RefObject<HTMLElement | null>) {
  const last = useRef<{ element: Element; row: number }>(undefined);
  const wished = useRef<number | undefined>(undefined);
  const rowsOf = () => [...(panel.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
  useLayoutEffect(() => {
    const rows = rowsOf();
    const isLost =
      last.current && !last.current.element.isConnected && document.activeElement === document.body;
    if (wished.current !== undefined && rows[wished.current]) {
      rows[wished.current]?.focus();
      wished.current = undefined;
    } else if (isLost) {
      const row = rows[Math.min(last.current?.row ?? 0, rows.length - 1)];
      (row ?? panel.current)?.focus();
    }
  });
  return {
    onFocusIn: (event: FocusEvent) => {
      const element = event.target as Element;
      last.current = { element, row: rowsOf().findIndex((row) => row.contains(element)) };
    },
    goToRow: (row: number) => {
      wished.current = row;
    },
  };
}
