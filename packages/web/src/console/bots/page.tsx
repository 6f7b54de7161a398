import { useState } from 'preact/hooks';
import { FormDialog } from '../../design/dialog.tsx';
import { Checks, Field } from '../../design/field.tsx';
import { ActiveBadge, Badge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List } from '../list.tsx';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { Deliveries } from './deliveries.tsx';

type BotApp = components['schemas']['BotApp'];
interface OrgBot {
  client_id: string;
  name: string;
  enabled: boolean;
}

/** Bot apps of the partner, the bots of the org, and what became of a bot's events. */
export function BotsPage() {
  const { boot } = useConsole();
  const [seen, setSeen] = useState<OrgBot>();
  const [round, setRound] = useState(0);
  if (seen) return <Deliveries clientId={seen.client_id} name={seen.name} back={() => setSeen(undefined)} />;
  return (
    <>
      <section class="section">
        <h2>In this organisation</h2>
        <OrgBots key={round} see={setSeen} />
      </section>
      {boot.admin.is_partner_admin && (
        <section class="section">
          <h2>Bot apps</h2>
          <BotApps changed={() => setRound(round + 1)} />
        </section>
      )}
    </>
  );
}

function OrgBots({ see }: { see: (bot: OrgBot) => void }) {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/bots`;
  return (
    <List<OrgBot>
      path={path}
      of="bots"
      id={({ client_id }) => client_id}
      empty="No bot app has been configured."
      columns={[
        { label: 'Name', show: ({ name }) => <strong>{name}</strong> },
        {
          label: 'State',
          show: ({ enabled }) => (enabled ? <Badge tone="good">Enabled</Badge> : <Badge>Off</Badge>),
        },
      ]}
      actions={(bot, reload) => (
        <>
          {bot.enabled && (
            <button
              type="button"
              class="button compact quiet"
              aria-label={`Deliveries: ${bot.name}`}
              onClick={() => see(bot)}
            >
              Deliveries
            </button>
          )}
          <ConfirmButton
            label={bot.enabled ? text.actions.disable : text.actions.enable}
            about={bot.name}
            consequence={
              bot.enabled ? 'It leaves all binders of the organisation.' : 'It can be added to binders.'
            }
            act={async () => {
              await call('POST', `${path}/${bot.client_id}`, { enabled: !bot.enabled });
              reload();
            }}
          />
        </>
      )}
    />
  );
}

function BotApps({ changed }: { changed: () => void }) {
  const { call, boot } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const path = `/partners/${boot.admin.partner_id}/bots`;
  const rotate = (bot: BotApp, secret: 'client' | 'webhook') => async () => {
    const made = await call<Record<string, string>>('POST', `${path}/${bot.client_id}/rotate`, { secret });
    const [name, value] =
      secret === 'client' ? ['Client secret', made.client_secret] : ['Webhook secret', made.webhook_secret];
    setSecrets({ 'Client id': bot.client_id, [name ?? '']: value ?? '' });
  };
  return (
    <>
      <List<BotApp>
        path={path}
        of="bots"
        id={({ client_id }) => client_id}
        searchable
        empty="Configure the first bot app."
        columns={[
          { label: 'Name', show: ({ name }) => <strong>{name}</strong> },
          {
            label: 'Webhook',
            show: ({ webhook_url }) =>
              webhook_url ? <span class="mono">{webhook_url}</span> : 'Pulls its events',
          },
          { label: 'Events', show: ({ events }) => (events ? events.length : 'All') },
          {
            label: 'State',
            show: ({ disabled, gone }) =>
              gone ? <Badge tone="bad">Receiver gone</Badge> : <ActiveBadge disabled={disabled ?? false} />,
          },
        ]}
        tools={(reload) => (
          <BotForm
            save={async (body) => {
              const made = await call<BotApp & { client_secret: string; webhook_secret: string }>(
                'POST',
                path,
                body,
              );
              setSecrets({
                'Client id': made.client_id,
                'Client secret': made.client_secret,
                'Webhook secret': made.webhook_secret,
              });
              reload();
              changed();
            }}
          />
        )}
        actions={(bot, reload) => (
          <>
            <BotForm
              bot={bot}
              save={async (body) => {
                await call('POST', `${path}/${bot.client_id}`, body);
                toast(text.state.done);
                reload();
              }}
            />
            <ConfirmButton
              label="New client secret"
              about={bot.name}
              consequence="The client secret of now ends at once."
              act={rotate(bot, 'client')}
            />
            <ConfirmButton
              label="New webhook secret"
              about={bot.name}
              consequence="For a day, deliveries are signed with the old secret as well."
              act={rotate(bot, 'webhook')}
            />
          </>
        )}
      />
      {secrets && (
        <SecretsDialog title="The bot’s secrets" secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}

function BotForm({ bot, save }: { bot?: BotApp; save: (body: Record<string, unknown>) => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const title = bot ? `Edit ${bot.name}` : 'Configure a bot app';
  return (
    <>
      <button
        type="button"
        class={`button compact ${bot ? 'quiet' : 'primary'}`}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {bot ? text.actions.edit : title}
      </button>
      {open && (
        <FormDialog
          title={title}
          submit={text.actions.save}
          close={() => setOpen(false)}
          send={async (values) => {
            await save({
              name: values.get('name'),
              webhook_url: values.get('webhook_url'),
              allow_private_network: values.has('allow_private_network'),
            });
            setOpen(false);
          }}
        >
          <Field label="Name" name="name" value={bot?.name ?? ''} required />
          <Field
            label="Webhook address"
            name="webhook_url"
            type="url"
            value={bot?.webhook_url ?? ''}
            hint="Where events are posted to. Empty: the bot pulls them."
          />
          <Checks
            legend="Network"
            name="allow_private_network"
            options={[['true', 'Its receiver may be at a private address']]}
            checked={bot?.allow_private_network ? ['true'] : []}
          />
        </FormDialog>
      )}
    </>
  );
}
