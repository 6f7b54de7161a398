import { useState } from 'preact/hooks';
import { Tabs } from '../../design/tabs.tsx';
import { text } from '../../strings/en.ts';
import { useConsole } from '../context.ts';
import { DeliveriesPage } from '../deliveries/page.tsx';
import { Head } from '../head.tsx';
import { BotApps } from './apps.tsx';
import { CreateBot } from './create.tsx';
import { OrgBots } from './org-bots.tsx';

const words = text.bots;

/** The bots of the org, the bot apps of the partner, and, at an address of its own, what became of a bot's events. */
export function BotsPage() {
  const { boot, place, note } = useConsole();
  const [round, setRound] = useState(0);
  if (/^C\w{22}$/.test(place)) return <DeliveriesPage key={place} clientId={place} />;
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
