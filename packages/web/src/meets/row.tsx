import type { Meet } from '@ringbinder/protocol';
import { meetTitle } from '../binder/binder-title.ts';
import type { BinderContext } from '../binder/context.ts';
import { currentMeet } from '../current-meet.ts';
import { formatNearDay } from '../design/dates.ts';
import { formatHour } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { useNow } from '../design/time.tsx';
import { Preparing } from '../recordings/preparing.tsx';
import type { PreparingRecording } from '../recordings/use-recordings.ts';
import { meetReplies as words } from '../strings/messages/meet-replies.ts';
import { meets as text } from '../strings/messages/meets.ts';
import { startOf } from './groups.ts';
import { InMeet } from './in-meet.tsx';
import { formatRepeat } from './repeat.ts';
import { countReplies } from './replies.ts';

interface MeetRowProps {
  binder: BinderContext;
  meet: Meet;
  recording?: PreparingRecording | undefined;
  openMenu: (button: HTMLElement) => void;
  openReplies?: (() => void) | undefined;
}

export function MeetRow({ binder, meet, recording, openMenu, openReplies }: MeetRowProps) {
  const { agenda, host, status, auto_recording, repeat } = meet;
  const name = meetTitle(meet.name, binder);
  const isOver = status === 'SESSION_ENDED';
  return (
    <li class="meet-row" data-status={status}>
      <MeetTime meet={meet} />
      <div class="meet-what">
        <strong dir="auto" class="meet-name">
          {name}
        </strong>
        <span class="muted small">
          {text.host(host.name)}
          {repeat && !isOver && ` · ${formatRepeat(repeat)}`}
          {auto_recording && !isOver && ` · ${text.recorded}`}
          {isOver && meet.started_time === undefined && ` · ${text.nobodyCame}`}
        </span>
        {agenda !== '' && (
          <p dir="auto" class="meet-agenda small">
            {agenda}
          </p>
        )}
        <InMeet participants={meet.participants} />
        {openReplies && status === 'SESSION_SCHEDULED' && (
          <RepliesButton meet={meet} isHost={host.id === binder.me.id} open={openReplies} />
        )}
        {recording && <Preparing recording={recording} />}
      </div>
      <div class="meet-actions">
        <JoinButton binder={binder} meet={meet} />
        {!isOver && (
          <button
            type="button"
            class="button compact quiet meet-menu"
            aria-haspopup="menu"
            aria-label={text.actionsOf(name)}
            onClick={(event) => openMenu(event.currentTarget)}
          >
            <Glyph name="more" />
          </button>
        )}
      </div>
    </li>
  );
}

interface RepliesButtonProps {
  meet: Meet;
  isHost: boolean;
  open: () => void;
}

function RepliesButton({ meet, isHost, open }: RepliesButtonProps) {
  const name = meet.name;
  const { replies } = meet;
  if (!replies && isHost) return null;
  const counts = replies ? countReplies(replies) : [];
  const isAsked = !isHost && !(replies?.waiting === 0);
  return (
    <button
      type="button"
      class={`button compact ${isAsked ? '' : 'quiet'} meet-replies`}
      aria-haspopup="dialog"
      aria-label={[words.repliesTo(name), ...counts].join(', ')}
      onClick={open}
    >
      {(isAsked ? [words.answer, ...counts] : counts).join(' · ') || words.answer}
    </button>
  );
}

function MeetTime({ meet }: { meet: Meet }) {
  const now = useNow();
  const start = startOf(meet);
  const end = meet.status === 'SESSION_ENDED' ? Date.parse(meet.ended_time ?? meet.starts) : meet.end_time;
  const isRunning = meet.status === 'SESSION_STARTED';
  const [from, to] = [formatHour(start), formatHour(end ?? start)];
  const span = from === to && (end ?? start) - start < 60_000 ? from : text.span(from, to);
  return (
    <time class="meet-when" dateTime={new Date(start).toISOString()}>
      <span>{formatNearDay(start, now)}</span>
      <span class="muted small">{isRunning ? text.since(from) : span}</span>
    </time>
  );
}

function JoinButton({ binder, meet }: { binder: BinderContext; meet: Meet }) {
  const path = binder.links.meet?.(meet.session_key);
  if (path === undefined || meet.status === 'SESSION_ENDED') return null;
  const name = meetTitle(meet.name, binder);
  const isCurrent = meet.session_key === currentMeet.value;
  if (meet.status === 'SESSION_STARTED')
    return (
      <a class="button compact primary" href={path} aria-label={isCurrent ? undefined : text.joinNamed(name)}>
        {isCurrent ? text.back : text.join}
      </a>
    );
  if (!binder.canWrite.value) return null;
  return (
    <a class="button compact" href={path} aria-label={text.startNamed(name)}>
      {text.start}
    </a>
  );
}
