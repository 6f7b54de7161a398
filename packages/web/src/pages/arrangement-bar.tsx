import type { ComponentChildren } from 'preact';
import { pages as text } from '../strings/messages/pages.ts';
import { type Arrangement, layouts, type Order, orders } from './arrangement.ts';

interface ArrangementBarProps {
  arrangement: Arrangement;
  children?: ComponentChildren;
}

export function ArrangementBar({ arrangement, children }: ArrangementBarProps) {
  const { layout, order } = arrangement.value.value;
  return (
    <div class="page-arrangement">
      {children}
      <label>
        <span class="small muted">{text.order}</span>
        <select
          value={order}
          onChange={({ currentTarget }) => arrangement.choose({ order: currentTarget.value as Order })}
        >
          {orders.map((each) => (
            <option key={each} value={each}>
              {text.orders[each]}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="segments">
        <legend class="hidden-visually">{text.layout}</legend>
        {layouts.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="page-layout"
              value={each}
              checked={each === layout}
              onChange={() => arrangement.choose({ layout: each })}
            />
            <span>{text.layouts[each]}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
