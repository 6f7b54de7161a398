import type { BinderCard, User } from '@ringbinder/protocol';
import { hasParts } from '@ringbinder/protocol/search.ts';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Avatar } from '../design/avatar.tsx';
import { isComposing } from '../design/composition.ts';
import { Dialog } from '../design/dialog.tsx';
import { Failed, Skeleton } from '../design/states.tsx';
import { text } from '../strings/app.ts';
import { later } from '../strings/messages/later.ts';
import { timelineDialogs } from '../strings/messages/timeline-dialogs.ts';
import { titleOf } from '../timeline/card.ts';
import { isPersonFor, useContacts } from '../timeline/contacts.ts';
import { useApp } from '../timeline/context.ts';
import { BinderPicture } from '../timeline/picture.tsx';

const words = later.forward;

const MAX_VISIBLE = 50;
const CONTACTS_AGE_MS = 60_000;

interface ChooseBinderProps {
  title: string;
  about?: ComponentChildren;
  choose: (card: BinderCard) => void;
  /** If set, a search also lists people without a conversation. */
  choosePerson?: (person: User) => void;
  close: () => void;
}

export function ChooseBinder({ title, about, choose, choosePerson, close }: ChooseBinderProps) {
  const { cards, boot } = useApp();
  const [query, setQuery] = useState('');
  const id = useId();
  const matches = (cards.value ?? [])
    .filter(({ member_type }) => member_type !== 'BOARD_READ_ONLY')
    .map((card) => ({ card, name: titleOf(card, boot.user.name) }))
    .filter(({ name }) => hasParts(name, query))
    .slice(0, MAX_VISIBLE);
  const isForPeople = choosePerson !== undefined && query !== '';
  const [contacts, reload] = useContacts(CONTACTS_AGE_MS, isForPeople);
  const people =
    !isForPeople || contacts.state !== 'ready'
      ? []
      : contacts.people
          .filter((person) => isPersonFor(person, query))
          .filter(({ id }) => !cards.value?.some(({ user_id }) => user_id === id))
          .slice(0, MAX_VISIBLE);
  return (
    <Dialog title={title} close={close}>
      {about}
      <div class="field">
        <label for={id}>{choosePerson ? timelineDialogs.find : words.find}</label>
        <input
          dir="auto"
          id={id}
          type="search"
          autocomplete="off"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            if (matches[0]) choose(matches[0].card);
            else if (people[0]) choosePerson?.(people[0]);
          }}
        />
      </div>
      {(matches.length > 0 || people.length > 0) && (
        <ul class="choices people">
          {matches.map(({ card, name }) => (
            <li key={card.binder.id}>
              <button type="button" onClick={() => choose(card)}>
                <BinderPicture card={card} title={name} />
                <span class="person-name" dir="auto">
                  {name}
                </span>
              </button>
            </li>
          ))}
          {people.map((person) => (
            <li key={person.id}>
              <button type="button" onClick={() => choosePerson?.(person)}>
                <span class="picture">
                  <Avatar id={person.id} name={person.name} picture={person.picture_uri} />
                </span>
                <span class="person-name" dir="auto">
                  {person.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isForPeople && contacts.state === 'loading' && <Skeleton rows={2} />}
      {isForPeople && contacts.state === 'failed' && <Failed message={contacts.message} retry={reload} />}
      <p class="muted small" role="status">
        {(!isForPeople || contacts.state === 'ready') &&
          matches.length === 0 &&
          people.length === 0 &&
          (choosePerson ? timelineDialogs.nobody : words.none)}
      </p>
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {text.actions.cancel}
        </button>
      </div>
    </Dialog>
  );
}
