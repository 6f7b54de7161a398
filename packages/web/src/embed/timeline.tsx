import { computed } from '@preact/signals';
import type { BinderCard, Category } from '@ringbinder/protocol';
import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { lazy } from '../design/states.tsx';
import { Toasts } from '../design/toasts.tsx';
import { followLink, readRoute } from '../router.ts';
import { text } from '../strings/app.ts';
import { type AppContext, Context } from '../timeline/context.ts';
import { TimelineOverlays } from '../timeline/overlays.tsx';
import { filter } from '../timeline/preferences.ts';
import { filters } from '../timeline/rows.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { createApp } from './create-app.ts';
import type { EmbedParts } from './module.ts';
import { flag, group, word, words } from './options.ts';
import type { EmbedSession } from './session.ts';
import { targetPath } from './target-path.ts';

const OpenedBinder = lazy(() => import('./opened-binder.tsx').then((module) => module.OpenedBinder));

export function begin(parts: EmbedParts): void {
  const { session, element } = parts;
  const { root } = session.boot;
  const options = session.options.peek();
  const first = session.call === 'timeline' ? word(options, 'binder_id') : undefined;
  const path = first ? targetPath(root, first, 'chat', options) : root || '/';
  const everything = createApp(parts, path);
  const { cards, categories } = everything;
  const named = word(options, 'filter')?.replace(/^favou?rites?$/, 'favourites');
  const requestedFilter = filters.find((each) => each === named);
  if (requestedFilter) filter.value = requestedFilter;
  const visible = computed(() =>
    cards.value?.filter(binderFilter(session.options.value, categories.list.value)),
  );
  const app: AppContext = { ...everything, cards: visible };
  render(<TimelineFrame session={session} app={app} cards={cards} />, element);
}

interface TimelineFrameProps {
  session: EmbedSession;
  app: AppContext;
  cards: AppContext['cards'];
}

function TimelineFrame({ session, app, cards }: TimelineFrameProps) {
  const isAlone = session.call === 'timelineView';
  const isLoaded = app.cards.value !== undefined;
  const route = app.route.value;
  const binderId = route.page === 'binder' ? route.binderId : undefined;
  useEffect(() => {
    if (!isLoaded) return;
    session.send({ type: 'shown' });
    const binder_id = binderId ?? app.cards.value?.[0]?.binder.id;
    session.emit('start_timeline', binder_id === undefined ? {} : { binder_id });
  }, [isLoaded]);
  useEffect(() => emitCardEvents(session, cards, app.boot.user.id), []);
  useEffect(() => {
    if (binderId !== undefined) session.emit('view_binder', { binder_id: binderId });
  }, [binderId]);

  const extension = group(session.options.value, 'extension');
  const hasMenus = extension.show_binder_options === undefined || flag(extension, 'show_binder_options');

  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target) return;
    const linkRoute = readRoute(app.boot.root, link.pathname);
    const isLeft = isAlone || session.hasCallback('request_view_binder');
    if (!isLeft) return followLink(app.boot.root, event);
    event.preventDefault();
    if (linkRoute.page === 'binder') session.emit('request_view_binder', { binder_id: linkRoute.binderId });
  };
  return (
    <Context.Provider value={app}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: browsers turn keys on links into clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only receives the clicks on links */}
      <div
        class="embed-timeline"
        data-open={binderId !== undefined}
        data-menus={hasMenus}
        onClick={onClick}
        onContextMenuCapture={(event) => {
          const isRow = event.target instanceof Element && event.target.closest('.binder-row');
          if (isRow && !hasMenus) event.stopPropagation();
        }}
      >
        <main class="app-list" aria-label={text.app.home}>
          <h1 class="hidden-visually">{text.app.home}</h1>
          <Timeline />
        </main>
        {!isAlone && binderId !== undefined && (
          <OpenedBinder
            key={binderId}
            session={session}
            home={app}
            binderId={binderId}
            back={app.boot.root || '/'}
          />
        )}
      </div>
      <TimelineOverlays />
      <Toasts />
    </Context.Provider>
  );
}

function emitCardEvents(session: EmbedSession, cards: AppContext['cards'], me: string): () => void {
  let previous = new Map(cards.peek()?.map((card) => [card.binder.id, card]));
  return cards.subscribe((next = []) => {
    const before = previous;
    previous = new Map(next.map((card) => [card.binder.id, card]));
    if (before.size === 0) return;
    for (const card of next) {
      const { id: binder_id, name: title, owner } = card.binder;
      const old = before.get(binder_id);
      if (!old && owner.id === me) session.emit('create_binder', { binder_id });
      const { last_message: last } = card;
      const isNew = last !== null && last.id !== old?.last_message?.id;
      if (isNew && last.user.id !== me)
        session.emit('receive_feed', { binder_id, title, message: last.text ?? '' });
    }
    // Owners cannot leave a binder, so a missing binder of an owner was deleted.
    for (const [binder_id, { binder }] of before)
      if (!previous.has(binder_id))
        session.emit(binder.owner.id === me ? 'delete_binder' : 'leave_binder', { binder_id });
  });
}

/** The only tag of a binder is its category. */
function binderFilter(options: JsonOptions, categories: readonly Category[]): (card: BinderCard) => boolean {
  const isOneOf = (names: readonly string[]) => (card: BinderCard) => {
    const category = categories.find(({ id }) => id === card.category_id);
    return (
      category !== undefined && names.some((name) => name === category.name || name === String(category.id))
    );
  };
  const value = word(options, 'filter') === 'category' ? word(options, 'filter_value') : undefined;
  const [included, excluded] = [words(options, 'tags_include'), words(options, 'tags_exclude')];
  const [isOfCategory, isIncluded, isExcluded] = [value ? [value] : [], included, excluded].map(isOneOf);
  return (card) =>
    (value === undefined || isOfCategory?.(card) === true) &&
    (included.length === 0 || isIncluded?.(card) === true) &&
    !isExcluded?.(card);
}
