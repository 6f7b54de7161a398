import { unwrap } from '@ringbinder/client';
import type { User } from '@ringbinder/protocol';
import { useId, useState } from 'preact/hooks';
import { explained } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues, useUnsaved } from '../design/form-dialog.tsx';
import { Failed, Skeleton } from '../design/states.tsx';
import { binderPath, navigate } from '../router.ts';
import { text } from '../strings/app.ts';
import { timelineDialogs as words } from '../strings/messages/timeline-dialogs.ts';
import { timelineMenus as menus } from '../strings/messages/timeline-menus.ts';
import { isPersonFor, useContacts } from './contacts.ts';
import { useApp } from './context.ts';

const MAX_VISIBLE = 50;

export function NewDirect({ to, close }: { to?: User | undefined; close: () => void }) {
  const [person, setPerson] = useState(to);
  return person ? (
    <Write person={person} close={close} back={() => setPerson(undefined)} />
  ) : (
    <Choose choose={setPerson} close={close} />
  );
}

function Choose({ choose, close }: { choose: (person: User) => void; close: () => void }) {
  const [contacts, reload] = useContacts();
  const [query, setQuery] = useState('');
  const id = useId();
  const people = contacts.state === 'ready' ? contacts.people : [];
  const matches = people.filter((person) => isPersonFor(person, query)).slice(0, MAX_VISIBLE);
  return (
    <Dialog title={menus.newDirect} close={close}>
      <div class="field">
        <label for={id}>{words.find}</label>
        <input
          dir="auto"
          id={id}
          type="search"
          autocomplete="off"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !matches[0]) return;
            event.preventDefault();
            choose(matches[0]);
          }}
        />
      </div>
      {contacts.state === 'loading' && <Skeleton rows={4} />}
      {contacts.state === 'failed' && <Failed message={contacts.message} retry={reload} />}
      {matches.length > 0 && (
        <ul class="choices people">
          {matches.map((person) => (
            <li key={person.id}>
              <button type="button" onClick={() => choose(person)}>
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
      <p class="muted small" role="status">
        {contacts.state === 'ready' &&
          matches.length === 0 &&
          (people.length ? words.nobody : words.noContacts)}
      </p>
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {text.actions.cancel}
        </button>
      </div>
    </Dialog>
  );
}

function Write({ person, close, back }: { person: User; close: () => void; back: () => void }) {
  const { client, boot } = useApp();
  const send = async (values: FormValues) => {
    const body = { user: { user_id: person.id }, message: { text: values.get('text') } };
    const { binder_id } = await explained(unwrap(client.api.POST('/me/messages', { body })));
    close();
    navigate(binderPath(boot.root, binder_id));
  };
  return (
    <FormDialog
      title={words.chosen(person.name)}
      submit={words.send}
      close={close}
      {...useUnsaved()}
      send={send}
    >
      <Field name="text" label={words.message} rows={3} required />
      <button type="button" class="button compact quiet" onClick={back}>
        {words.other}
      </button>
    </FormDialog>
  );
}
