import { useState } from 'preact/hooks';
import type { FormValues } from '../../design/form-dialog.tsx';
import { Badge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { ActiveBadge } from '../active-badge.tsx';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List } from '../list.tsx';
import { Overlap, type Secrets, SecretsDialog } from '../secret.tsx';
import { Clipped, NameWithDetail } from '../table.tsx';
import { type BotApp, BotForm } from './form.tsx';
import { RotateBot } from './rotate.tsx';

const words = consoleBots.bots;

export function BotApps() {
  const { call, boot } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const path = `/partners/${boot.admin.partner_id}/bots`;
  const rotate = (bot: BotApp) => async (values: FormValues) => {
    const created = await call<{ client_secret?: string; webhook_secret?: string }>(
      'POST',
      `${path}/${bot.client_id}/rotate`,
      { secret: values.get('secret'), grace_seconds: Number(values.get('grace')) },
    );
    setSecrets({
      [words.id]: bot.client_id,
      ...(created.client_secret && { [words.clientSecret]: created.client_secret }),
      ...(created.webhook_secret && { [words.webhookSecret]: created.webhook_secret }),
    });
    return true;
  };
  return (
    <>
      <List<BotApp>
        path={path}
        of="bots"
        id={({ client_id }) => client_id}
        searchable
        icon="bots"
        empty={words.emptyApps}
        columns={[
          {
            label: text.columns.name,
            show: ({ name, client_id }) => <NameWithDetail name={name} id={client_id} />,
          },
          {
            label: words.columns.webhook,
            show: ({ webhook_url }) =>
              webhook_url ? <Clipped>{webhook_url}</Clipped> : <span class="muted">{words.pulls}</span>,
          },
          {
            label: words.columns.events,
            show: ({ events }) =>
              events ? words.someEvents(events.length, boot.event_kinds.length) : words.allEvents,
          },
          {
            label: text.columns.state,
            plain: true,
            show: (bot) => (
              <>
                {bot.gone && !bot.disabled ? (
                  <Badge tone="bad">{words.gone}</Badge>
                ) : (
                  <ActiveBadge disabled={bot.disabled} />
                )}
                <Overlap until={bot.old_secret_until} says={words.oldClientSecret} />
                <Overlap until={bot.old_webhook_secret_until} says={words.oldWebhookSecret} />
              </>
            ),
          },
        ]}
        actions={(bot, reload) => (
          <>
            <BotForm
              bot={bot}
              save={async (body) => {
                await call('POST', `${path}/${bot.client_id}`, body);
                toast(text.state.saved);
                reload();
              }}
            />
            <RotateBot bot={bot} act={rotate(bot)} reload={reload} />
            <ConfirmButton
              label={bot.disabled ? text.actions.enable : text.actions.disable}
              about={bot.name}
              consequence={bot.disabled ? words.restoring : words.withdrawing}
              safe={bot.disabled}
              act={async () => {
                await call('POST', `${path}/${bot.client_id}`, { disabled: !bot.disabled });
                reload();
              }}
            />
          </>
        )}
      />
      {secrets && (
        <SecretsDialog title={words.secretsTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}
