import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Checks, Field, Select } from '../../design/field.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { textFor } from '../../strings/text-for.ts';
import { saveChanges } from '../changes.ts';
import { useConsole } from '../context.ts';
import { FormButton } from '../form-button.tsx';
import { seemsPrivate } from './private-address.ts';

export type BotApp = components['schemas']['BotApp'];

const words = consoleBots.bots;

interface BotFormProps {
  bot?: BotApp;
  org?: string;
  save: (body: Record<string, unknown>, enable: boolean) => Promise<void>;
}

export function BotForm({ bot, org, save }: BotFormProps) {
  return (
    <FormButton
      title={bot ? words.edit(bot.name) : words.configure}
      {...(bot ? { label: text.actions.edit } : { kind: 'primary' })}
      send={async (values) => {
        // If the receiver has returned 410, send all fields, because saving resumes the webhook.
        await saveChanges(
          bot?.gone ? undefined : bot,
          {
            name: values.get('name'),
            webhook_url: values.get('webhook_url'),
            picture_url: values.get('picture_url'),
            events: values.get('which') === 'some' ? values.all('events') : null,
            allow_private_network: values.has('allow_private_network'),
            expires_in_as_text: values.has('expires_in_as_text'),
            sha1_signature_header: values.get('sha1_signature_header'),
          },
          (body) => save(body, values.has('enable')),
        );
        if (seemsPrivate(values.get('webhook_url')) && !values.has('allow_private_network'))
          toast(words.privateWarning);
      }}
    >
      <Field label={words.fields.name} name="name" value={bot?.name ?? ''} required />
      <Receiver bot={bot} />
      <Field
        label={words.fields.picture}
        name="picture_url"
        type="url"
        value={bot?.picture_url ?? ''}
        hint={words.pictureHint}
      />
      <Kinds chosen={bot?.events ?? null} />
      <OlderKit bot={bot} />
      {org !== undefined && (
        <Checks
          legend={words.fields.enable}
          name="enable"
          options={[['true', words.enableIn(org)]]}
          checked={['true']}
        />
      )}
    </FormButton>
  );
}

function Receiver({ bot }: { bot: BotApp | undefined }) {
  const [address, setAddress] = useState(bot?.webhook_url ?? '');
  const [isAllowed, setAllowed] = useState(bot?.allow_private_network ?? false);
  const isRefused = seemsPrivate(address) && !isAllowed;
  return (
    <div
      class="receiver"
      onInput={({ target }) => {
        const { name, value, checked } = target as HTMLInputElement;
        if (name === 'webhook_url') setAddress(value);
        if (name === 'allow_private_network') setAllowed(checked);
      }}
    >
      <Field
        label={words.fields.webhook}
        name="webhook_url"
        type="url"
        value={bot?.webhook_url ?? ''}
        hint={words.webhookHint}
      />
      <div role="status">{isRefused && <p class="notice warn">{words.privateWarning}</p>}</div>
      <Checks
        legend={words.fields.network}
        name="allow_private_network"
        options={[['true', words.privateNetwork]]}
        checked={bot?.allow_private_network ? ['true'] : []}
      />
    </div>
  );
}

function OlderKit({ bot }: { bot: BotApp | undefined }) {
  return (
    <>
      <Field
        label={words.fields.sha1}
        name="sha1_signature_header"
        value={bot?.sha1_signature_header ?? ''}
        hint={words.sha1Hint}
      />
      <Checks
        legend={words.fields.token}
        name="expires_in_as_text"
        options={[['true', words.expiresAsText]]}
        checked={bot?.expires_in_as_text ? ['true'] : []}
      />
    </>
  );
}

function Kinds({ chosen }: { chosen: readonly string[] | null }) {
  const { event_kinds } = useConsole().boot;
  const [which, setWhich] = useState(chosen ? 'some' : 'all');
  return (
    <>
      <Select
        label={words.fields.which}
        name="which"
        options={Object.entries(words.whichEvents)}
        value={which}
        onChange={setWhich}
      />
      {which === 'some' && (
        <Checks
          legend={words.fields.kinds}
          name="events"
          options={event_kinds.map((kind) => [kind, textFor(consoleBots.events, kind)])}
          checked={chosen ?? []}
          columns
        />
      )}
    </>
  );
}
