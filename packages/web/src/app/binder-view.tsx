import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { address } from '../address.ts';
import type { BinderSection } from '../binder/context.ts';
import { FirstSteps } from '../binder/first-steps.tsx';
import { memberOf } from '../binder/people.ts';
import { BinderTabs } from '../binder/tabs.tsx';
import { useConnectionLoss } from '../binder/use-connection-loss.ts';
import { currentMeet } from '../current-meet.ts';
import { Glyph } from '../design/glyph.tsx';
import { Icon } from '../design/icon.tsx';
import { Empty, lazy, Skeleton } from '../design/states.tsx';
import { pastOf } from '../history/past-page.ts';
import { SavedMark } from '../later/saved-mark.tsx';
import { messageTools } from '../later/tools.tsx';
import { meetOf } from '../meet-path.ts';
import { refreshPeople } from '../people/person-store.ts';
import { StatusMark } from '../people/status-mark.tsx';
import { hasMoved } from '../router.ts';
import { text } from '../strings/app.ts';
import { view } from '../strings/messages/view.ts';
import { titleOf } from '../timeline/card.ts';
import { type AppContext, useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { Mark } from '../timeline/marks.tsx';
import { below, menu } from '../timeline/menu-state.ts';
import { type OpenBinder, openBinder } from './binder.ts';
import { MeetButton, startMeet } from './meet-button.tsx';
import { Nothing } from './nothing.tsx';
import { SECTIONS } from './sections.tsx';

const PageOnThePast = lazy(() => import('../history/page.tsx').then((module) => module.PageOnThePast));

const MeetMessage = lazy(() => import('./meet-message.tsx').then((module) => module.MeetMessage), 'quiet');

const words = view.binder;

export function BinderView({ binderId }: { binderId: string }) {
  const app = useApp();
  const binder = useMemo(() => open(app, binderId), [binderId]);
  useEffect(() => () => binder.close(), [binder]);
  useEffect(() => refreshWhenLoaded(app, binder), [binder]);
  if (binder.status.value.status === 'ended')
    return <Nothing icon="warning" title={words.gone} about={words.goneAbout} hasWayOut />;
  const { section } = binder.target.value;
  const SectionView = SECTIONS[section];
  const isMeet = meetOf(app.boot.root, address.value.path) !== undefined;
  const past = pastOf(address.value.query, binder.target.value);
  return (
    <>
      <BinderHead binder={binder} section={past?.kind === 'history' ? undefined : section} />
      <div class="binder-section" key={past?.kind ?? section}>
        {/* Draw no section below a meet, which covers the binder and shows its chat. */}
        {past && <PageOnThePast binder={binder} past={past} styles={app.boot.history_styles ?? ''} />}
        {isMeet && !currentMeet.value && <Skeleton />}
        {!isMeet && !past && (binder.state.value ? <SectionView binder={binder} /> : <NotHere />)}
      </div>
    </>
  );
}

/** The statuses and pictures of a stored binder may be old. */
function refreshWhenLoaded({ client, connection }: AppContext, { id, state }: OpenBinder): () => void {
  let isRead = false;
  return effect(() => {
    const members = state.value?.members;
    if (isRead || !members || connection.value.status !== 'online') return;
    isRead = true;
    void refreshPeople(client, id, () => state.peek()?.members ?? []);
  });
}

function NotHere() {
  return useConnectionLoss(useApp().connection) ? (
    <Empty icon={<Icon name="warning" />} title={words.notHere}>
      {words.notHereAbout}
    </Empty>
  ) : (
    <Skeleton />
  );
}

function open(app: AppContext, binderId: string): OpenBinder {
  const binder = openBinder(app, binderId, { hasMeets: true });
  const audit = (id: number) => `${binder.links.transaction(id)}?audit`;
  return {
    ...binder,
    links: { ...binder.links, audit },
    viewMember: (userId, near) => {
      dialog.value = { kind: 'person', userId, near };
    },
    reportsConnection: true,
    callBack: () => void startMeet(binder, app.boot.root),
    emptyChat: () => binder.state.value?.binder.conversation !== true && <FirstSteps binder={binder} />,
    messageTools: (message) => messageTools(app, binderId, message),
    messageMark: (message) => (
      <>
        <SavedMark binderId={binderId} messageId={message.id} />
        {message.is_feed && message.reply_to?.meet && <MeetMessage binder={binder} message={message} />}
      </>
    ),
    markOf: (userId) => (
      <StatusMark userId={userId} status={memberOf(binder.state.value, userId)?.user.status} />
    ),
  };
}

interface HeadProps {
  binder: OpenBinder;
  section: BinderSection | undefined;
}

function BinderHead({ binder, section }: HeadProps) {
  const app = useApp();
  const card = app.cards.value?.find((each) => each.binder.id === binder.id);
  const name = card ? titleOf(card, app.boot.user.name) : binder.state.value?.binder.name;
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (hasMoved()) title.current?.focus();
  }, [binder.id, section]);
  return (
    <header class="binder-head">
      <div class="binder-title">
        <a class="back" href={`${app.boot.root}/`} aria-label={words.back}>
          <Glyph name="back" />
        </a>
        <h1 dir="auto" id="title" tabIndex={-1} ref={title}>
          {name ?? text.state.loading}
        </h1>
        {card && name && (
          <button
            type="button"
            class="binder-menu"
            aria-haspopup="menu"
            aria-label={text.app.timeline.actionsOf(name)}
            onClick={({ currentTarget }) => {
              menu.value = { about: { kind: 'binder', card }, at: below(currentTarget) };
            }}
          >
            <Mark name="more" />
          </button>
        )}
        <MeetButton binder={binder} root={app.boot.root} />
      </div>
      <BinderTabs binder={binder} section={section} />
    </header>
  );
}
