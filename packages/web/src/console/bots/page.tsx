import { useState } from 'preact/hooks';
import { Tabs } from '../../design/tabs.tsx';
import { toast } from '../../design/toast.tsx';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { useConsole } from '../context.ts';
import { DeliveriesPage } from '../deliveries/page.tsx';
import { Head } from '../head.tsx';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { BotApps } from './apps.tsx';
import { type BotApp, BotForm } from './form.tsx';
import { type OrgBot, OrgBots } from './org-bots.tsx';

const words = consoleBots.bots;

export function BotsPage() {
  const { boot, place, note } = useConsole();
  const [round, setRound] = useState(0);
  if (/^C\w{22}$/.test(place)) return <BotDeliveries key={place} clientId={place} />;
  const selected = place === 'apps' && boot.admin.is_partner_admin ? 'apps' : 'org';
  return (
    <>
      <Head title={words.title} about={words.about}>
        {boot.admin.is_partner_admin && <CreateBot done={() => setRound(round + 1)} />}
      </Head>
      {boot.admin.is_partner_admin ? (
        <Tabs
          label={words.tabsLabel}
          tabs={[
            ['org', words.tabs.org],
            ['apps', words.tabs.apps],
          ]}
          selected={selected}
          select={(tab) => note(tab === 'org' ? 'bots' : 'bots/apps')}
        >
          {selected === 'org' ? <OrgBots key={round} /> : <BotApps key={round} />}
        </Tabs>
      ) : (
        <OrgBots />
      )}
    </>
  );
}

function CreateBot({ done }: { done: () => void }) {
  const { call, boot, orgId, orgName } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  return (
    <>
      <BotForm
        org={orgName}
        save={async (body, enable) => {
          const created = await call<BotApp & { client_secret: string; webhook_secret: string }>(
            'POST',
            `/partners/${boot.admin.partner_id}/bots`,
            body,
          );
          setSecrets({
            [words.id]: created.client_id,
            [words.clientSecret]: created.client_secret,
            [words.webhookSecret]: created.webhook_secret,
          });
          if (enable)
            await call('POST', `/orgs/${orgId}/bots/${created.client_id}`, { enabled: true }).catch((error) =>
              toast(words.notEnabled(error.message)),
            );
          done();
        }}
      />
      {secrets && (
        <SecretsDialog title={words.secretsTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}

function BotDeliveries({ clientId }: { clientId: string }) {
  const { call, orgId } = useConsole();
  const bots = `/orgs/${orgId}/bots`;
  const findName = async (signal: AbortSignal) => {
    const data = await call<{ bots: OrgBot[] }>('GET', bots, undefined, signal);
    return data.bots.find((bot) => bot.client_id === clientId)?.name;
  };
  return (
    <DeliveriesPage
      path={`${bots}/${clientId}`}
      receiver={clientId}
      findName={findName}
      words={consoleBots.deliveries}
      page="bots"
    />
  );
}
