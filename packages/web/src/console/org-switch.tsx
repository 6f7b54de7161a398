import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { Failed, Skeleton } from '../design/states.tsx';
import { text } from '../strings/console.ts';
import { type OrgRef, useConsole } from './context.ts';
import { usePages } from './pages.ts';
import { SearchField } from './search.tsx';

/** A menu would be too long, because there may be thousands of orgs. */
export function OrgSwitch() {
  const { orgName, chooseOrg } = useConsole();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="switch"
        aria-haspopup="dialog"
        aria-label={text.shell.switchOrg(orgName)}
        onClick={() => setOpen(true)}
      >
        <span>{orgName}</span>
        <Icon name="down" />
      </button>
      {open && (
        <OrgDialog
          close={() => setOpen(false)}
          choose={(org) => {
            setOpen(false);
            chooseOrg(org);
          }}
        />
      )}
    </>
  );
}

function OrgDialog({ close, choose }: { close: () => void; choose: (org: OrgRef) => void }) {
  const { boot, orgId } = useConsole();
  const [q, setQ] = useState('');
  const query = q && `?${new URLSearchParams({ q })}`;
  const path = `/partners/${boot.admin.partner_id}/orgs${query}`;
  const { loading, reload, more, isStale } = usePages<components['schemas']['Org']>(path, 'orgs');
  const rows = loading.state === 'ready' ? loading.value.rows : [];
  const hasMore = loading.state === 'ready' && loading.value.next !== undefined;
  return (
    <Dialog title={text.shell.chooseOrg} close={close}>
      <SearchField label={text.shell.findOrg} search={setQ} />
      {loading.state === 'loading' && <Skeleton rows={4} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && (
        <ul class="choices" aria-busy={isStale}>
          {rows.map(({ id, name, disabled }) => (
            <li key={id}>
              <button type="button" aria-current={id === orgId} onClick={() => choose({ id, name })}>
                <span>{name}</span>
                {disabled && <span class="muted small">{text.state.disabled}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="muted small" role="status">
        {loading.state === 'ready' &&
          !isStale &&
          (rows.length ? (hasMore ? text.first : text.count)(rows.length) : text.shell.noOrg)}
      </p>
      <div class="choose">
        {hasMore && (
          <button type="button" class="button compact" onClick={more}>
            {text.actions.more}
          </button>
        )}
        <button type="button" class="button compact" onClick={close}>
          {text.actions.cancel}
        </button>
      </div>
    </Dialog>
  );
}
