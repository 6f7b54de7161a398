import type { ComponentChildren } from 'preact';
import { formatTime } from '../design/format.ts';
import { text } from '../strings/console.ts';
import { PageLink } from './link.tsx';

export const NONE = '–';

/** The first column must name the row: on narrow screens, it is the heading of the row. */
export interface Column<T> {
  label: string;
  show: (row: T) => ComponentChildren;
  plain?: boolean;
}

interface TableProps<T> {
  rows: readonly T[];
  id: (row: T) => string | number;
  columns: readonly Column<T>[];
  actions?: ((row: T) => ComponentChildren) | undefined;
}

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

interface NameWithDetailProps {
  name: string;
  about?: string | undefined;
  id?: string;
  page?: string | undefined;
}

export function NameWithDetail({ name, about, id, page }: NameWithDetailProps) {
  return (
    <>
      <strong>{page === undefined ? name : <PageLink page={page}>{name}</PageLink>}</strong>
      {about && <span class="muted">{about}</span>}
      {id && <span class="mono muted">{id}</span>}
    </>
  );
}

export function Time({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>;
}

export function Clipped({ children }: { children: string }) {
  return (
    <span class="mono clipped" title={children}>
      {children}
    </span>
  );
}
