import { useId, useMemo, useRef } from 'preact/hooks';
import { Empty, Skeleton } from '../design/states.tsx';
import { useNow } from '../design/time.tsx';
import { VirtualList } from '../design/virtual-list.tsx';
import { text } from '../strings/app.ts';
import { withTexts } from '../strings/language.ts';
import { BinderRow } from './binder-row.tsx';
import { useApp } from './context.ts';
import { GroupRow } from './group-row.tsx';
import { useLineKeys } from './line-keys.ts';
import { Mark } from './marks.tsx';
import { below, menu } from './menu-state.ts';
import { chooseFilter, collapsed, filter, toggleCollapsed } from './preferences.ts';
import { filters, type Row, rowsOf } from './rows.ts';

const HEIGHTS = { binder: 3.75, group: 2.25 } as const;

export function Timeline() {
  const app = useApp();
  const { cards, categories, route } = app;
  const openId = route.value.page === 'binder' ? route.value.binderId : undefined;
  const now = useNow();
  const rows = useMemo(
    () =>
      rowsOf(cards.value ?? [], {
        filter: filter.value,
        categories: categories.list.value,
        collapsed: collapsed.value,
        ...(openId !== undefined && { openId }),
      }),
    [cards.value, filter.value, categories.list.value, collapsed.value, openId],
  );
  const frame = useRef<HTMLDivElement>(null);
  const { active, activate, onKeyDown } = useLineKeys(frame, rows, openId);

  const drop = (binderId: string, group: Extract<Row, { kind: 'group' }>['group']) => {
    const card = cards.value?.find(({ binder }) => binder.id === binderId);
    if (card) void withTexts(import('./assign.ts')).then(({ assign }) => assign(app, card, group));
  };

  return (
    <div class="timeline" ref={frame}>
      <TimelineTools />
      {cards.value === undefined && <Skeleton rows={8} />}
      {cards.value && rows.length === 0 && <Nothing />}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the rows inside
        <div class="timeline-lines" onKeyDown={onKeyDown}>
          <VirtualList
            items={rows}
            keyOf={({ key }) => key}
            heightOf={({ kind }) => HEIGHTS[kind]}
            active={active}
            label={text.app.timeline.list}
          >
            {(row, at) =>
              row.kind === 'binder' ? (
                <BinderRow
                  card={row.card}
                  isOpen={row.card.binder.id === openId}
                  isActive={at === active}
                  now={now}
                  onFocus={() => activate(row.key)}
                />
              ) : (
                <GroupRow
                  row={row}
                  isActive={at === active}
                  toggle={() => toggleCollapsed(row.group)}
                  drop={drop}
                  onFocus={() => activate(row.key)}
                />
              )
            }
          </VirtualList>
        </div>
      )}
    </div>
  );
}

function Nothing() {
  const { empty } = text.app.timeline;
  const { value } = filter;
  return <Empty title={empty[value]}>{empty.about[value]}</Empty>;
}

function TimelineTools() {
  const id = useId();
  return (
    <div class="timeline-tools">
      <fieldset class="segments">
        <legend class="hidden-visually">{text.app.timeline.filter}</legend>
        {filters.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={filter.value === one}
              onChange={() => chooseFilter(one)}
            />
            <span>{text.app.timeline.filters[one]}</span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        class="button compact primary icon-only"
        aria-haspopup="menu"
        aria-label={text.app.timeline.create}
        onClick={({ currentTarget }) => {
          menu.value = { about: { kind: 'create' }, at: below(currentTarget) };
        }}
      >
        <Mark name="compose" />
      </button>
    </div>
  );
}
