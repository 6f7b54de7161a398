import { type ClientTextId, type ClientTexts, clientTexts } from '@ringbinder/protocol/client-texts.ts';
import { useEffect, useState } from 'preact/hooks';
import { Field, Select } from '../../design/field.tsx';
import { useWrong } from '../../design/form-dialog.tsx';
import { type Texts, textsOf } from '../../strings/language.ts';
import { ownWords as words } from '../../strings/messages/own-words.ts';
import { languageChoices } from '../users/form.tsx';

type Kind = keyof typeof words.kinds;

const ids = Object.keys(clientTexts) as ClientTextId[];

function kindOf(id: ClientTextId): Kind {
  const [, part] = id.split('.');
  if (part === 'name') return 'name';
  return part === 'title' || part === 'empty' ? 'title' : 'new';
}

const KINDS = (['title', 'name', 'new'] as const).map((kind) => ({
  kind,
  ids: ids.filter((id) => kindOf(id) === kind),
}));

function wordOf(all: unknown, id: ClientTextId): string {
  const [noun = '', part = ''] = id.split('.');
  const parts = (all as Record<string, Record<string, string>>)[noun];
  return parts?.[part] ?? id;
}

function useWordsIn(language: string): Texts[string] {
  const [loaded, setLoaded] = useState<{ language: string; all: Texts[string] }>();
  useEffect(() => {
    let isOver = false;
    void textsOf('own-words', language === 'no' ? 'nb' : language).then((texts) => {
      if (!isOver && texts?.words) setLoaded({ language, all: texts.words });
    });
    return () => {
      isOver = true;
    };
  }, [language]);
  return loaded?.language === language ? loaded.all : words.words;
}

export function ClientTextsField({ client }: { client: { texts: ClientTexts } }) {
  const [texts, setTexts] = useState<ClientTexts>(client.texts);
  const [language, setLanguage] = useState('en');
  const problem = useWrong('texts');
  const ours = useWordsIn(language);
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
      {KINDS.map(({ kind, ids }) => (
        <fieldset
          class="limits"
          key={kind}
          onInput={({ target }) => {
            if (target instanceof HTMLInputElement) rename(target.name as ClientTextId, target.value);
          }}
        >
          <legend>{words.kinds[kind]}</legend>

          {ids.map((id) => (
            <Field
              key={`${id} ${language}`}
              label={wordOf(words.words, id)}
              name={id}
              value={texts[id]?.[language] ?? ''}
              maxLength={40}
            />
          ))}

          <p class="muted small">{words.preview}</p>
          <p lang={new Intl.Locale(language).toString()}>
            {ids.map((id) => texts[id]?.[language] ?? wordOf(ours, id)).join(' · ')}
          </p>
        </fieldset>
      ))}
      {problem && <p class="wrong small">{problem}</p>}
    </details>
  );
}
