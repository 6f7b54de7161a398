import type { HomeMeet } from '@ringbinder/protocol';
import { titleOfMeet } from '../binder/binder-title.ts';
import { currentMeet } from '../current-meet.ts';
import { formatNearDay } from '../design/dates.ts';
import { formatHour } from '../design/format.ts';
import { lazy } from '../design/states.tsx';
import { useNow } from '../design/time.tsx';
import { meetPath } from '../meet-path.ts';
import { languageTag } from '../strings/language.ts';
import { binder as texts } from '../strings/messages/binder.ts';
import { home as words } from '../strings/messages/home.ts';
import { meets as meetWords } from '../strings/messages/meets.ts';
import { useApp } from '../timeline/context.ts';
import { BinderName, Row, SectionFrame, type SectionProps, useCard } from './section.tsx';

const InMeet = lazy(() => import('../meets/in-meet.tsx').then((module) => module.InMeet), 'quiet');

export function Meets({ store, section }: SectionProps<HomeMeet>) {
  return (
    <SectionFrame name="meets" title={texts.sections.meets} store={store} section={section}>
      <ul class="rows">
        {section.items.map((item) => (
          <Meet key={item.meet.session_key} item={item} />
        ))}
      </ul>
    </SectionFrame>
  );
}

function Meet({ item: { binder, meet, time } }: { item: HomeMeet }) {
  const { boot } = useApp();
  const now = useNow();
  const isCurrent = meet.session_key === currentMeet.value;
  const isRunning = meet.status === 'SESSION_STARTED';
  const from = formatHour(time);
  const until = meet.end_time === undefined ? from : meetWords.span(from, formatHour(meet.end_time));
  const name = titleOfMeet(meet.name, useCard(binder.id)?.binder, boot.user.name);
  const title = (
    <strong dir="auto" class="home-name">
      {name}
    </strong>
  );
  const about = (
    <>
      {isRunning ? meetWords.since(from) : words.on(capitalised(formatNearDay(time, now)), until)}
      {' · '}
      <BinderName binder={binder} />
      {meet.participants && <InMeet participants={meet.participants} />}
    </>
  );
  return (
    <Row title={title} about={about}>
      <a
        class={`button compact ${isRunning ? 'primary' : ''}`}
        href={meetPath(boot.root, { binderId: binder.id, sessionKey: meet.session_key })}
        aria-label={isCurrent ? undefined : isRunning ? meetWords.joinNamed(name) : words.openNamed(name)}
      >
        {isCurrent ? meetWords.back : isRunning ? meetWords.join : words.open}
      </a>
    </Row>
  );
}

const capitalised = (day: string): string => day.charAt(0).toLocaleUpperCase(languageTag()) + day.slice(1);
