import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Select } from '../../design/field.tsx';
import { Badge } from '../../design/states.tsx';
import { text } from '../../strings/console.ts';
import { consoleNotifications } from '../../strings/messages/console-notifications.ts';
import { textFor } from '../../strings/text-for.ts';
import { graces } from '../choices.ts';
import { Answer } from '../deliveries/answer.tsx';
import { List } from '../list.tsx';
import { Time } from '../table.tsx';

const words = consoleNotifications.client;

type Client = components['schemas']['Client'];
type Call = components['schemas']['ClientNotification'];

export function NotificationUrlField({ client }: { client?: Client }) {
  return (
    <Field
      type="url"
      label={words.url}
      name="notification_url"
      value={client?.notification_url ?? ''}
      hint={client?.notification_gone ? words.gone : words.urlHint}
    />
  );
}

const TONES = { pending: 'warn', delivered: 'good', dead: 'bad', dropped: 'plain' } as const;

const columns = () => [
  {
    label: words.columns.kind,
    show: ({ kind }: Call) => textFor(words.names, kind),
  },
  { label: words.columns.person, show: ({ user_id }: Call) => <code>{user_id}</code> },
  {
    label: text.columns.state,
    plain: true,
    show: ({ state }: Call) =>
      state === 'dropped' ? (
        <span class="muted">{words.states.dropped}</span>
      ) : (
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      ),
  },
  { label: words.columns.tries, show: ({ attempts }: Call) => <span class="number">{attempts}</span> },
  { label: words.columns.last, show: ({ last_attempt }: Call) => <Answer of={last_attempt} /> },
  { label: words.columns.when, show: ({ created_time }: Call) => <Time at={created_time} /> },
];

export function ClientCalls({ client, path }: { client: Client; path: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        class="button compact quiet"
        aria-label={text.about(words.label, client.name)}
        onClick={() => setOpen(true)}
      >
        {words.label}
      </button>
      {isOpen && (
        <Dialog title={words.title(client.name)} close={close} wide>
          <p class="muted small">{words.about}</p>
          <List<Call>
            path={`${path}/notifications`}
            of="notifications"
            id={({ message_id }) => message_id}
            empty={words.empty}
            icon="clients"
            columns={columns()}
          />
          <div class="choose">
            <button type="button" class="button compact primary" onClick={close}>
              {text.actions.close}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export function WhichSecret({ client }: { client: Client }) {
  const [secret, setSecret] = useState<string>(client.public ? 'notification' : 'client');
  const isOfAddress = secret !== 'client';
  const existing = Object.entries(words.secrets).filter(
    ([id]) =>
      (id === 'client' && !client.public) ||
      (id === 'notification' && client.notification_url) ||
      (id === 'events' && client.events_url),
  );
  return (
    <>
      <Select label={words.which} name="secret" options={existing} value={secret} onChange={setSecret} />
      <Select
        key={secret}
        label={text.secrets.old}
        name="grace"
        options={graces()}
        value={isOfAddress ? '86400' : '0'}
      />
      {isOfAddress && <p class="muted small">{words.both}</p>}
    </>
  );
}
