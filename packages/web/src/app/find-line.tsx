import type { BinderCard, User } from '@ringbinder/protocol';
import { Avatar } from '../design/avatar.tsx';
import { formatNumber } from '../design/format.ts';
import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { Highlighted } from '../design/highlighted.tsx';
import { chat } from '../strings/messages/chat.ts';
import { find as words } from '../strings/messages/find.ts';
import { snippetOf, titleOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { BinderPicture } from '../timeline/picture.tsx';
import { formatWhen } from '../timeline/when.ts';
import { type Line, nameOfFilter } from './find-groups.ts';
import type { RecentSearch } from './recent-searches.ts';
import type { SearchHit } from './search.ts';
import { type Filter, type FilterKey, isDayFilter } from './search-query.ts';

export function LineContent({ line, forget }: { line: Line; forget: (search: RecentSearch) => void }) {
  switch (line.kind) {
    case 'suggestion':
      return <SuggestionLine filter={line.filter} />;
    case 'recent':
      return <RecentLine search={line.search} forget={forget} />;
    case 'binder':
      return <BinderLine card={line.card} />;
    case 'person':
      return <PersonLine person={line.person} />;
    case 'hit':
      return <HitLine hit={line.hit} />;
  }
}

const FILTER_GLYPHS: Readonly<Record<FilterKey, GlyphName>> = {
  from: 'person',
  in: 'archive',
  has: 'file',
  type: 'note',
  before: 'calendar',
  after: 'calendar',
};

function SuggestionLine({ filter }: { filter: Filter }) {
  return (
    <>
      <Glyph name={FILTER_GLYPHS[filter.key]} />
      <span dir="auto" class="find-title">
        {nameOfFilter(filter)}
      </span>
      {isDayFilter(filter.key) && filter.name !== filter.value && (
        <span class="find-about">{filter.name}</span>
      )}
    </>
  );
}

function RecentLine({ search, forget }: { search: RecentSearch; forget: (search: RecentSearch) => void }) {
  return (
    <>
      <Glyph name="clock" />
      <span dir="auto" class="find-title">
        {[...search.filters.map(nameOfFilter), search.text].filter((part) => part !== '').join(' · ')}
      </span>
      <span
        class="find-forget"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          forget(search);
        }}
      >
        <Glyph name="close" />
      </span>
    </>
  );
}

function BinderLine({ card }: { card: BinderCard }) {
  const { boot } = useApp();
  const title = titleOf(card, boot.user.name);
  return (
    <>
      <BinderPicture card={card} title={title} />
      <span dir="auto" class="find-title">
        {title}
      </span>
      <span dir="auto" class="find-about">
        {snippetOf(card, boot.user.id)}
      </span>
    </>
  );
}

function PersonLine({ person: { id, name, email, picture_uri } }: { person: User }) {
  return (
    <>
      <span class="picture">
        <Avatar id={id} name={name} picture={picture_uri} small />
      </span>
      <span dir="auto" class="find-title">
        {name}
      </span>
      <span dir="auto" class="find-about">
        {email}
      </span>
    </>
  );
}

const TYPE_GLYPHS: Readonly<Record<SearchHit['type'], GlyphName>> = {
  message: 'comment',
  page: 'document',
  file: 'file',
  todo: 'todo',
  transaction: 'confirm',
  meet: 'video',
};

function HitLine({ hit }: { hit: SearchHit }) {
  const { boot, cards } = useApp();
  const card = cards.value?.find(({ binder }) => binder.id === hit.binder.id);
  const binder = card ? titleOf(card, boot.user.name) : hit.binder.name;
  const author = hit.is_feed ? undefined : hit.user?.name;
  return (
    <>
      <Glyph name={TYPE_GLYPHS[hit.type]} />
      <span dir="auto" class="find-title find-words">
        <Highlighted {...hit} />
      </span>
      <span class="find-about find-where">
        {whereOf(hit, binder, author)} · {formatWhen(hit.created_time, Date.now())}
      </span>
    </>
  );
}

function whereOf({ type, page_index }: SearchHit, binder: string, author: string | undefined): string {
  const name = page_index === undefined ? words.types[type] : chat.pageName(formatNumber(page_index + 1));
  return author === undefined ? words.where(name, binder) : words.whereBy(name, binder, author);
}
