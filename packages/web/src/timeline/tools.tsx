import { useId } from 'preact/hooks';
import type { MenuItem } from '../design/menu.tsx';
import { text } from '../strings/app.ts';
import { Mark } from './marks.tsx';
import { createMenu } from './menus.tsx';
import { chooseFilter, filter } from './preferences.ts';
import { filters } from './rows.ts';

interface TimelineToolsProps {
  openMenu: (label: string, items: MenuItem[], at: { x: number; y: number }) => void;
}

/** What of Timeline is shown, and the button that makes something. */
export function TimelineTools({ openMenu }: TimelineToolsProps) {
  const id = useId();
  return (
    <div class="timeline-tools">
      <fieldset class="segments">
        <legend class="hidden-visually">{text.timeline.filter}</legend>
        {filters.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={filter.value === one}
              onChange={() => chooseFilter(one)}
            />
            <span>{text.timeline.filters[one]}</span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        class="button compact primary icon-only"
        aria-haspopup="menu"
        aria-label={text.timeline.create}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          openMenu(text.timeline.create, createMenu(), { x: box.left, y: box.bottom + 4 });
        }}
      >
        <Mark name="compose" />
      </button>
    </div>
  );
}
