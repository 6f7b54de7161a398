import { type ClientTextId, type ClientTexts, clientTexts } from '@ringbinder/protocol/client-texts.ts';
import { useState } from 'preact/hooks';
import { Field, Select } from '../../design/field.tsx';
import { useWrong } from '../../design/form-dialog.tsx';
import { binder } from '../../strings/messages/binder.ts';
import { consoleClientTexts as words } from '../../strings/messages/console-client-texts.ts';
import { languageChoices } from '../users/form.tsx';

const ids = Object.keys(clientTexts) as ClientTextId[];

/** Our own name. */
function nameOf(id: ClientTextId): string {
  const [, , section] = clientTexts[id].split('.');
  return binder.sections[section as keyof typeof binder.sections];
}

/** Names of the sections of a binder in the embedded modules of a client. The form has them as JSON in `texts`. */
export function ClientTextsField({ client }: { client: { texts: ClientTexts } }) {
  const [texts, setTexts] = useState<ClientTexts>(client.texts);
  const [language, setLanguage] = useState('en');
  const problem = useWrong('texts');
  const rename = (id: ClientTextId, text: string) =>
    setTexts((before) => {
      const { [language]: _replaced, ...others } = before[id] ?? {};
      return { ...before, [id]: text.trim() === '' ? others : { ...others, [language]: text } };
    });
  return (
    <details>
      <summary>{words.label}</summary>
      <p class="muted small">{words.about}</p>
      <input type="hidden" name="texts" value={JSON.stringify(texts)} />
      <Select
        label={words.language}
        name="texts_language"
        options={languageChoices()}
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
            label={nameOf(id)}
            name={id}
            value={texts[id]?.[language] ?? ''}
            maxLength={40}
          />
        ))}
      </div>
      {problem && <p class="wrong small">{problem}</p>}
      <p class="muted small">{words.preview}</p>
      <p lang={new Intl.Locale(language).toString()}>
        {ids.map((id) => texts[id]?.[language] ?? nameOf(id)).join(' · ')}
      </p>
    </details>
  );
}
