import { useState } from 'preact/hooks';
import { Checks, Field, Select } from '../../design/field.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { saveChanges } from '../changes.ts';
import { FormButton } from '../form-button.tsx';

export type BotApp = components['schemas']['BotApp'];

const words = text.bots;

/** The kinds of event with what they are called. */
export const KINDS = Object.entries(words.events);

interface BotFormProps {
  bot?: BotApp;
  save: (body: Record<string, unknown>) => Promise<void>;
}

/** The button and the dialog in which a bot app is configured or changed. */
export function BotForm({ bot, save }: BotFormProps) {
  return (
    <FormButton
      title={bot ? words.edit(bot.name) : words.configure}
      {...(bot ? { label: text.actions.edit } : { kind: 'primary' })}
      send={(values) =>
        // A receiver that was gone is tried again once the bot app is saved, as it is too.
        saveChanges(
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
          save,
        )
      }
    >
      <Field label={words.fields.name} name="name" value={bot?.name ?? ''} required />
      <Field
        label={words.fields.webhook}
        name="webhook_url"
        type="url"
        value={bot?.webhook_url ?? ''}
        hint={words.webhookHint}
      />
      <Field
        label={words.fields.picture}
        name="picture_url"
        type="url"
        value={bot?.picture_url ?? ''}
        hint={words.pictureHint}
      />
      <Kinds chosen={bot?.events ?? null} />
      <Checks
        legend={words.fields.network}
        name="allow_private_network"
        options={[['true', words.privateNetwork]]}
        checked={bot?.allow_private_network ? ['true'] : []}
      />
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
    </FormButton>
  );
}

function Kinds({ chosen }: { chosen: readonly string[] | null }) {
  const [which, setWhich] = useState(chosen ? 'some' : 'all');
  return (
    <>
      <Select
        label={words.fields.which}
        name="which"
        options={words.which}
        value={which}
        onChange={setWhich}
      />
      {which === 'some' && (
        <Checks legend={words.fields.kinds} name="events" options={KINDS} checked={chosen ?? []} columns />
      )}
    </>
  );
}
