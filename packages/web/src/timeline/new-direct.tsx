import { type Signal, useSignal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { User } from '@ringbinder/protocol';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { chooseFirstStep } from '../binder/first-step.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import type { SuggestionKeys } from '../chat/suggestion-list.tsx';
import { Avatar } from '../design/avatar.tsx';
import { isComposing } from '../design/composition.ts';
import { FormDialog, type FormValues, useControl } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Failed, lazy, Skeleton } from '../design/states.tsx';
import { announce } from '../design/toast.tsx';
import { isTouch } from '../design/touch.ts';
import { binderPath, navigate } from '../router.ts';
import { fieldProblems as problems } from '../strings/messages/field-problems.ts';
import { timelineDialogs as words } from '../strings/messages/timeline-dialogs.ts';
import { timelineMenus as menus } from '../strings/messages/timeline-menus.ts';
import { namesOf } from '../strings/names.ts';
import { isPersonFor, useContacts } from './contacts.ts';
import { useApp } from './context.ts';

const MAX_VISIBLE = 50;

const FieldEmoji = lazy(
  () => import('../chat/emoji/field-emoji.tsx').then((module) => module.FieldEmoji),
  'quiet',
);

export function NewDirect({ to, close }: { to?: User | undefined; close: () => void }) {
  const { client, boot } = useApp();
  const [chosen, setChosen] = useState<readonly User[]>(to ? [to] : []);
  const message = useRef<HTMLTextAreaElement>(null);
  const draft = useSignal('');
  useLayoutEffect(() => {
    if (to) message.current?.focus();
  }, []);
  const send = async (values: FormValues) => {
    // The message must not go to fewer people than the user has entered.
    if (values.get('users') !== '') throw new Refusal(problems.choose, { users: problems.choose });
    const users = chosen.map(({ id }) => ({ user_id: id }));
    const body = { users, message: { text: values.get('text') } };
    const { binder_id } = await explained(unwrap(client.api.POST('/me/messages', { body })));
    close();
    chooseFirstStep({ id: binder_id }, 'chat');
    navigate(binderPath(boot.root, binder_id));
  };
  return (
    <FormDialog
      title={menus.newDirect}
      submit={words.send}
      close={close}
      isUnsaved={{
        get current() {
          return draft.value !== '' || chosen.some(({ id }) => id !== to?.id);
        },
      }}
      send={send}
    >
      <Recipients chosen={chosen} setChosen={setChosen} goOn={() => message.current?.focus()} />
      <Message field={message} draft={draft} />
    </FormDialog>
  );
}

interface RecipientsProps {
  chosen: readonly User[];
  setChosen: (chosen: readonly User[]) => void;
  goOn: () => void;
}

function Recipients({ chosen, setChosen, goOn }: RecipientsProps) {
  const [contacts, reload] = useContacts();
  const [query, setQuery] = useState('');
  const { control, reason } = useControl('users');
  const field = useRef<HTMLInputElement>(null);
  const people = contacts.state === 'ready' ? contacts.people : [];
  const matches = people
    .filter((person) => !chosen.some(({ id }) => id === person.id) && isPersonFor(person, query))
    .slice(0, MAX_VISIBLE);
  const isSearching = query !== '' || chosen.length === 0;
  const change = (changed: readonly User[]) => {
    setChosen(changed);
    setQuery('');
    announce(changed.length > 0 ? toNames(changed) : problems.choose);
    field.current?.focus();
  };
  return (
    <>
      {chosen.length > 0 && (
        <ul class="chips" aria-label={toNames(chosen)}>
          {chosen.map((person) => (
            <li key={person.id}>
              <Avatar id={person.id} name={person.name} picture={person.picture_uri} small />
              <bdi>{person.name}</bdi>
              <button
                type="button"
                class="tool"
                aria-label={words.takeOut(person.name)}
                onClick={() => change(chosen.filter((other) => other !== person))}
              >
                <Glyph name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="field">
        <label for={control.id}>{words.find}</label>
        <input
          {...control}
          dir="auto"
          ref={field}
          type="search"
          autocomplete="off"
          required={chosen.length === 0}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            const isBackspace = event.key === 'Backspace'; // not shown
            const isRemoval = isBackspace && query === '' && chosen.length > 0;
            // A held Backspace empties the query, but must not then remove people.
            if (isRemoval && !event.repeat) change(chosen.slice(0, -1));
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (!isSearching) goOn();
            else if (matches[0]) change([...chosen, matches[0]]);
          }}
        />
        {reason}
        <p class="muted small" role="status">
          {contacts.state === 'ready' &&
            isSearching &&
            matches.length === 0 &&
            (people.length ? words.nobody : words.noContacts)}
        </p>
      </div>
      {contacts.state === 'loading' && isSearching && <Skeleton rows={4} />}
      {contacts.state === 'failed' && <Failed message={contacts.message} retry={reload} />}
      {isSearching && matches.length > 0 && (
        <ul class="choices people">
          {matches.map((person) => (
            <li key={person.id}>
              <button type="button" onClick={() => change([...chosen, person])}>
                <Avatar id={person.id} name={person.name} picture={person.picture_uri} small />
                <span dir="auto" class="person-name">
                  {person.name}
                </span>
                <span class="muted small">{person.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const toNames = (people: readonly User[]): string => words.chosen(namesOf(people.map(({ name }) => name)));

interface MessageProps {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: Signal<string>;
}

function Message({ field, draft }: MessageProps) {
  const { control, reason } = useControl('text');
  const caret = useSignal(0);
  const suggestions = useSignal<SuggestionKeys | undefined>(undefined);
  const activeId = suggestions.value?.activeId.value;
  return (
    <div class="field">
      <label for={control.id}>{words.message}</label>
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 2.25rem' }}>
        <textarea
          {...control}
          dir="auto"
          ref={field}
          rows={3}
          required
          style={{ font: 'inherit' }}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={activeId && suggestions.value?.listId}
          aria-activedescendant={activeId}
          value={draft.value}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
            caret.value = currentTarget.selectionStart;
          }}
          onSelect={({ currentTarget }) => {
            caret.value = currentTarget.selectionStart;
          }}
          onKeyDown={(event) => {
            if (isComposing(event) || suggestions.value?.onKeyDown(event)) return;
            if (event.key !== 'Enter' || event.shiftKey || isTouch) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <FieldEmoji draft={draft} caret={caret} field={field} suggestions={suggestions} />
      </div>
      {reason}
    </div>
  );
}
