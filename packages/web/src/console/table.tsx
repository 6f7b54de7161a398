import type { ComponentChildren } from 'preact';
import { text } from '../strings/en.ts';

/** A column of a table. The first one names the row. */
export interface Column<T> {
  label: string;
  show: (row: T) => ComponentChildren;
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
              {columns.map(({ label, show }) => (
                <td key={label} data-label={label}>
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

/** What a row is called, and below it what else tells it apart. */
export function Named({ name, about, id }: { name: string; about?: string | undefined; id?: string }) {
  return (
    <>
      <strong>{name}</strong>
      {about && <span class="muted">{about}</span>}
      {id && <span class="mono muted">{id}</span>}
    </>
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
