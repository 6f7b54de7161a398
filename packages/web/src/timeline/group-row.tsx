import { useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { text } from '../strings/app.ts';
import { Mark } from './marks.tsx';
import { below, menu } from './menu-state.ts';
import type { GroupKey, Row } from './rows.ts';

type Group = Extract<Row, { kind: 'group' }>;

interface GroupRowProps {
  row: Group;
  isActive: boolean;
  toggle: () => void;
  drop: (binderId: string, group: GroupKey) => void;
  onFocus: () => void;
}

export function nameOfGroup({ group, name }: { group: GroupKey; name?: string }): string {
  if (group === 'favourites') return text.app.timeline.filters.favourites;
  return name ?? text.app.timeline[group === 'archived' ? 'done' : 'other'];
}

export function GroupRow({ row, isActive, toggle, drop, onFocus }: GroupRowProps) {
  const [isOver, setOver] = useState(false);
  const { group, isCollapsed, unread, count } = row;
  const name = nameOfGroup(row);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a binder's menu does the same as dropping the binder here
    <div
      class="group-row"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const binderId = event.dataTransfer?.getData('application/x-ringbinder');
        if (binderId) drop(binderId, group);
      }}
    >
      <button
        type="button"
        class="group-toggle"
        aria-expanded={!isCollapsed}
        tabIndex={isActive ? 0 : -1}
        data-line={row.key}
        onClick={toggle}
        onFocus={onFocus}
      >
        <Icon name="down" />
        <span dir="auto">{name}</span>
        <span class="hidden-visually">{text.app.timeline.binders(count)}</span>
        {isCollapsed && unread > 0 && (
          <span class="count" aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      {typeof group === 'number' && (
        <button
          type="button"
          class="row-menu"
          tabIndex={isActive ? 0 : -1}
          aria-haspopup="menu"
          aria-label={text.app.timeline.actionsOf(name)}
          onFocus={onFocus}
          onClick={({ currentTarget }) => {
            menu.value = { about: { kind: 'category', row }, at: below(currentTarget) };
          }}
        >
          <Mark name="more" />
        </button>
      )}
    </div>
  );
}
