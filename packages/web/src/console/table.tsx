import type { ComponentChildren } from 'preact';
import { formatTime } from '../design/format.ts';
import { text } from '../strings/en.ts';
import { PageLink } from './link.tsx';

/** A column of a table. The first one names the row. */
export interface Column<T> {
  label: string;
  show: (row: T) => ComponentChildren;
  /** Says by itself what it is: on a narrow screen it stands without its label, beside others of the kind. */
  plain?: boolean;
}

interface TableProps<T> {
  rows: readonly T[];
  id: (row: T) => string | number;
  columns: readonly Column<T>[];
  /** Buttons of a row. */
  actions?: ((row: T) => ComponentChildren) | undefined;
}

/** A table; on a narrow screen each row becomes a block. A row can be given the focus when a button of it has gone. */
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
                <span class="hidden-visually">{text.actions.row}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)} tabIndex={-1}>
              {columns.map(({ label, show, plain }) => (
                <td key={label} data-label={label} class={plain ? 'plain' : undefined}>
                  <div>{show(row)}</div>
                </td>
              ))}
              {actions && (
                <td class="end">
                  <div class="row-actions">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NamedProps {
  name: string;
  about?: string | undefined;
  id?: string;
  /** The page that tells more of it. */
  page?: string | undefined;
}

/** What a row is called, and below it what else tells it apart. */
export function Named({ name, about, id, page }: NamedProps) {
  return (
    <>
      <strong>{page === undefined ? name : <PageLink page={page}>{name}</PageLink>}</strong>
      {about && <span class="muted">{about}</span>}
      {id && <span class="mono muted">{id}</span>}
    </>
  );
}

/** A time as the reader's clock shows it. */
export function Time({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>;
}

/** An address or the like that may be long: in a table on a wide screen only its beginning is seen. */
export function Clipped({ children }: { children: string }) {
  return (
    <span class="mono clipped" title={children}>
      {children}
    </span>
  );
}
