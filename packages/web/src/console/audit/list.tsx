import type { components } from '@ringbinder/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../strings/console.ts';
import { consoleAudit as words } from '../../strings/messages/console-audit.ts';
import { textFor } from '../../strings/text-for.ts';
import { List } from '../list.tsx';
import { NameWithDetail, NONE, Time } from '../table.tsx';
import { EntryDialog } from './entry.tsx';

type Entry = components['schemas']['AuditListEntry'];

interface AuditListProps {
  path: string;
  filter?: string;
  filters?: ComponentChildren;
  tools?: (reload: () => void) => ComponentChildren;
}

export function AuditList({ path, filter, filters, tools }: AuditListProps) {
  const [opened, setOpened] = useState<Entry>();
  return (
    <>
      <List<Entry>
        path={path}
        of="entries"
        id={({ id }) => id}
        icon="audit"
        empty={words.empty}
        {...(filter !== undefined && { filter })}
        filters={filters}
        {...(tools && { tools })}
        columns={[
          {
            label: words.columns.what,
            show: ({ action, target, target_name }) => (
              <NameWithDetail name={textFor(words.happened, action)} about={target_name ?? target} />
            ),
          },
          {
            label: words.columns.by,
            plain: true,
            show: ({ actor, address }) => (
              <>
                <span>{actor.name || actor.id}</span> <span class="muted">{address}</span>
              </>
            ),
          },
          { label: words.columns.when, plain: true, show: ({ time }) => <Time at={time} /> },
          {
            label: words.columns.details,
            show: ({ details }) => (
              <span class="muted clipped">{Object.keys(details).join(', ') || NONE}</span>
            ),
          },
        ]}
        actions={(entry) => (
          <button
            type="button"
            class="button compact quiet"
            aria-label={words.showOne(String(entry.id))}
            onClick={() => setOpened(entry)}
          >
            {text.actions.show}
          </button>
        )}
      />
      {opened && <EntryDialog of={opened} close={() => setOpened(undefined)} />}
    </>
  );
}
