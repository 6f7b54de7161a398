import { useId } from 'preact/hooks';
import { text } from '../strings/app.ts';
import { Mark } from './marks.tsx';
import { below, menu } from './menu-state.ts';
import { chooseFilter, filter } from './preferences.ts';
import { filters } from './rows.ts';

/** What of Timeline is shown, and the button that makes something. */
export function TimelineTools() {
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
        onClick={({ currentTarget }) => {
          menu.value = { about: { kind: 'create' }, at: below(currentTarget) };
        }}
      >
        <Mark name="compose" />
      </button>
    </div>
  );
}
