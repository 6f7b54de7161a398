import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyField } from '../../design/field.tsx';
import { Empty, Failed, Skeleton } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleIdps as words } from '../../strings/messages/console-idps.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { ConsoleIcon } from '../icon.tsx';
import { useLoad } from '../load.ts';
import { IdpCard } from './card.tsx';
import { AddIdp } from './forms.tsx';
import type { Idp } from './idp.ts';

export function IdpsPage() {
  const { boot, orgId, place, note } = useConsole();
  const { is_partner_admin, partner_id } = boot.admin;
  const selected = place === 'all' && is_partner_admin ? 'partner' : 'org';
  const ofOrg = <Idps path={`/orgs/${orgId}/idps`} forOrg key={orgId} />;
  return (
    <>
      <Head title={words.title} about={words.about} />
      <OurValues />
      {is_partner_admin ? (
        <Tabs
          label={words.tabsLabel}
          tabs={[
            ['org', words.tabs.org],
            ['partner', words.tabs.partner],
          ]}
          selected={selected}
          select={(tab) => note(tab === 'org' ? 'idps' : 'idps/all')}
        >
          {selected === 'org' ? ofOrg : <Idps path={`/partners/${partner_id}/idps`} forOrg={false} />}
        </Tabs>
      ) : (
        ofOrg
      )}
    </>
  );
}

function OurValues() {
  const { entity_id, acs_url, metadata_url } = useConsole().boot.saml;
  return (
    <section class="panel ours" aria-labelledby="ours">
      <div>
        <h2 id="ours">{words.ours}</h2>
        <p class="muted small">{words.oursAbout}</p>
      </div>
      <CopyField
        label={entity_id === metadata_url ? words.entityIdAndMetadata : words.entityId}
        value={entity_id}
      />
      <CopyField label={words.acsUrl} value={acs_url} />
      {entity_id !== metadata_url && <CopyField label={words.metadataUrl} value={metadata_url} />}
    </section>
  );
}

function Idps({ path, forOrg }: { path: string; forOrg: boolean }) {
  const { call } = useConsole();
  const [loading, reload] = useLoad(path, (signal) => call<{ idps: Idp[] }>('GET', path, undefined, signal));
  const section = useRef<HTMLElement>(null);
  const idps = loading.state === 'ready' ? loading.value.idps : [];
  const count = useRef(0);
  useLayoutEffect(() => {
    if (idps.length < count.current && document.activeElement === document.body) section.current?.focus();
    count.current = idps.length;
  }, [idps.length]);
  return (
    <section class="section" aria-labelledby="registered" ref={section} tabIndex={-1}>
      <div class="row">
        <h2 id="registered">{words.registered}</h2>
        <AddIdp
          forOrg={forOrg}
          save={async (body) => {
            await call('POST', path, body);
            toast(words.added);
            reload();
          }}
        />
      </div>
      {loading.state === 'loading' && <Skeleton rows={3} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && idps.length === 0 && (
        <div class="panel">
          <Empty title={text.empty} icon={<ConsoleIcon name="idps" />}>
            {words.empty}
          </Empty>
        </div>
      )}
      {idps.map((idp) => {
        const one = `${path}/${encodeURIComponent(idp.idp_id)}`;
        return (
          <IdpCard
            key={idp.idp_id}
            idp={idp}
            forOrg={forOrg}
            change={async (body) => {
              await call('POST', one, body);
              reload();
            }}
            remove={async () => {
              await call('DELETE', one);
              reload();
            }}
          />
        );
      })}
    </section>
  );
}
