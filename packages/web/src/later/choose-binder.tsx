import type { BinderCard } from '@ringbinder/protocol';
import { hasParts } from '@ringbinder/protocol/search.ts';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { text } from '../strings/app.ts';
import { later } from '../strings/messages/later.ts';
import { titleOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { BinderPicture } from '../timeline/picture.tsx';

const words = later.forward;

/** Typing more letters narrows the list. */
const MAX_VISIBLE = 50;

interface ChooseBinderProps {
  title: string;
  about?: ComponentChildren;
  choose: (card: BinderCard) => void;
  close: () => void;
}

export function ChooseBinder({ title, about, choose, close }: ChooseBinderProps) {
  const { cards, boot } = useApp();
  const [query, setQuery] = useState('');
  const id = useId();
  const matches = (cards.value ?? [])
    .filter(({ member_type }) => member_type !== 'BOARD_READ_ONLY')
    .map((card) => ({ card, name: titleOf(card, boot.user.name) }))
    .filter(({ name }) => hasParts(name, query))
    .slice(0, MAX_VISIBLE);
  return (
    <Dialog title={title} close={close}>
      {about}
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
            choose(matches[0].card);
          }}
        />
      </div>
      {matches.length > 0 && (
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
        </ul>
      )}
      <p class="muted small" role="status">
        {matches.length === 0 && words.none}
      </p>
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {text.actions.cancel}
        </button>
      </div>
    </Dialog>
  );
}
