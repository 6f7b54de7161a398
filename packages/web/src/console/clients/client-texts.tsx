import type { ClientTextId, ClientTexts } from '@ringbinder/protocol/client-texts.ts';
import { useState } from 'preact/hooks';
import { Field, Select } from '../../design/field.tsx';
import { clientTexts as words } from '../../strings/en/client-texts.ts';
import { useConsole } from '../context.ts';
import { FormButton } from '../form-button.tsx';
import { LANGUAGES } from '../users/form.tsx';
import type { Client } from './form.tsx';

const ids = Object.keys(words.names) as ClientTextId[];

/** Renames the sections of a binder in the embedded modules of a client. @param path of the client */
export function ClientTextsButton({
  client,
  path,
  reload,
}: {
  client: Client;
  path: string;
  reload: () => void;
}) {
  const { call } = useConsole();
  const [texts, setTexts] = useState<ClientTexts>(client.texts);
  const [language, setLanguage] = useState('en');
  const rename = (id: ClientTextId, text: string) =>
    setTexts((before) => {
      const { [language]: _replaced, ...others } = before[id] ?? {};
      return { ...before, [id]: text.trim() === '' ? others : { ...others, [language]: text } };
    });
  return (
    <FormButton
      title={words.title(client.name)}
      label={words.label}
      wide
      send={async () => {
        await call('POST', path, { texts });
        reload();
      }}
    >
      <p class="muted small">{words.about}</p>
      <Select
        label={words.language}
        name="language"
        options={LANGUAGES}
        value={language}
        onChange={setLanguage}
      />
      <div
        class="pair"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement) rename(target.name as ClientTextId, target.value);
        }}
      >
        {ids.map((id) => (
          <Field
            key={`${id} ${language}`}
            label={words.names[id]}
            name={id}
            value={texts[id]?.[language] ?? ''}
            maxLength={40}
          />
        ))}
      </div>
      <section aria-label={words.preview}>
        <p class="muted small">{words.preview}</p>
        <p class="several" lang={new Intl.Locale(language).toString()}>
          {ids.map((id) => texts[id]?.[language] ?? words.names[id]).join(' · ')}
        </p>
      </section>
    </FormButton>
  );
}
