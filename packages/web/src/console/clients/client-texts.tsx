import type { ClientTextId, ClientTexts } from '@ringbinder/protocol/client-texts.ts';
import { useEffect, useState } from 'preact/hooks';
import { Field, Select } from '../../design/field.tsx';
import { useWrong } from '../../design/form-dialog.tsx';
import { type Texts, textsOf } from '../../strings/language.ts';
import { ownWords as words } from '../../strings/messages/own-words.ts';
import { languageChoices } from '../users/form.tsx';

type Kind = keyof typeof words.kinds;

/** By their kind: titles, names of one item, and buttons. */
const IDS: Readonly<Record<Kind, readonly ClientTextId[]>> = {
  title: [
    ...(['chat.title', 'pages.title', 'todos.title', 'approvals.title', 'meetings.title'] as const),
    ...(['members.title', 'binders.title', 'home.title', 'inbox.title', 'mentions.title'] as const),
    ...(['saved.title', 'documents.title', 'files.title', 'comments.title', 'history.title'] as const),
    ...(['templates.title', 'bots.title', 'pages.empty', 'files.empty', 'approvals.empty'] as const),
    'meetings.empty',
  ],
  name: [
    ...(['binder.name', 'page.name', 'todo.name', 'approval.name', 'meeting.name', 'note.name'] as const),
    ...(['whiteboard.name', 'bot.name'] as const),
  ],
  new: [
    ...(['binder.new', 'approval.new', 'approval.request', 'todo.new', 'meeting.schedule'] as const),
    'meeting.start',
  ],
};

/** Our word for an id. */
function wordOf(all: unknown, id: ClientTextId): string {
  const [noun = '', part = ''] = id.split('.');
  const parts = (all as Record<string, Record<string, string>>)[noun];
  return parts?.[part] ?? id;
}

/** Our words in a language, for the preview; in that of the page until they have loaded. */
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

/** Words of a client in its embedded modules. The form has them as JSON in `texts`. */
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
      {(Object.keys(IDS) as Kind[]).map((kind) => (
        <fieldset
          class="own-words"
          key={kind}
          onInput={({ target }) => {
            if (target instanceof HTMLInputElement) rename(target.name as ClientTextId, target.value);
          }}
        >
          <legend>{words.kinds[kind]}</legend>
          <div class="pair">
            {IDS[kind].map((id) => (
              <Field
                key={`${id} ${language}`}
                label={wordOf(words.words, id)}
                name={id}
                value={texts[id]?.[language] ?? ''}
                maxLength={40}
              />
            ))}
          </div>
          <p class="muted small">{words.preview}</p>
          <p lang={new Intl.Locale(language).toString()}>
            {IDS[kind].map((id) => texts[id]?.[language] ?? wordOf(ours, id)).join(' · ')}
          </p>
        </fieldset>
      ))}
      {problem && <p class="wrong small">{problem}</p>}
    </details>
  );
}
