import { useSignal } from '@preact/signals';
import type { MeetParticipant, MeetState } from '@ringbinder/client/meet';
import { hasParts } from '@ringbinder/protocol/search.ts';
import { Avatar } from '../design/avatar.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { AbsentMembers } from './absent.tsx';
import type { MeetContext } from './context.ts';
import { MeetGlyph } from './glyphs.tsx';
import { copyGuestLink } from './links.ts';
import { positionBelow } from './menus.tsx';
import { SidePanel } from './panel.tsx';
import { personMenu } from './person-menu.ts';
import type { MeetSession } from './session.ts';
import { Badge } from './tile.tsx';
import { sends } from './tile-layout.ts';

const MANY = 8;

interface PeopleProps {
  context: MeetContext;
  session: MeetSession;
  state: MeetState;
}

export function People({ context, session, state }: PeopleProps) {
  const words = text.people;
  const sought = useSignal('');
  const isHost = state.role === 'host';
  const { participants, waiting, self } = state;
  const isSought = ({ name }: { name: string }) => hasParts(name, sought.value);
  const listed = participants
    .filter(isSought)
    .toSorted((one, other) => Number(other.has_hand_raised) - Number(one.has_hand_raised));
  return (
    <SidePanel
      title={words.title}
      closeLabel={words.close}
      close={() => {
        session.panel.value = undefined;
      }}
    >
      <div class="meet-people">
        {isHost && (
          <div class="meet-people-tools">
            {(context.invite || context.makeGuestLink) && (
              <button
                type="button"
                class="button compact"
                onClick={context.invite ?? (() => void copyGuestLink(context))}
              >
                <MeetGlyph name="link" />
                {context.invite ? text.more.invite : words.invite}
              </button>
            )}
            <label class="check" title={words.lockHint}>
              <input
                type="checkbox"
                checked={state.isLocked}
                onChange={() => void session.host(state.isLocked ? 'unlock' : 'lock')}
              />
              {words.lock}
            </label>
          </div>
        )}
        {isHost && waiting.length > 0 && <Waiting session={session} waiting={waiting} />}
        <h3>{words.inMeet(participants.length)}</h3>
        {participants.length > MANY && (
          <input
            dir="auto"
            type="search"
            class="meet-find"
            aria-label={words.find}
            placeholder={words.find}
            value={sought.value}
            onInput={(event) => {
              sought.value = event.currentTarget.value;
            }}
          />
        )}
        <ul>
          {listed.map((participant) => (
            <Row
              key={participant.id}
              session={session}
              participant={participant}
              isSelf={participant.id === self?.id}
              isHost={isHost}
            />
          ))}
        </ul>
        {context.binder && (
          <AbsentMembers
            binder={context.binder}
            session={session}
            sessionKey={context.sessionKey}
            state={state}
            sought={sought.value}
          />
        )}
        {listed.length === 0 && <p class="muted">{words.nobody}</p>}
      </div>
    </SidePanel>
  );
}

interface RowProps {
  session: MeetSession;
  participant: MeetParticipant;
  isSelf: boolean;
  isHost: boolean;
}

function Row({ session, participant, isSelf, isHost }: RowProps) {
  const { id, user_id, name, role, has_hand_raised, isSpeaking } = participant;
  const hasVoice = sends(participant, 'microphone');
  return (
    <li data-speaking={isSpeaking && hasVoice}>
      <Avatar id={user_id ?? id} name={name} small />
      <span class="meet-person">
        <span dir="auto">{isSelf ? text.stage.self(name) : name}</span>
        {role !== 'member' && <span class="muted small">{text.stage[role]}</span>}
      </span>
      {has_hand_raised && (
        <span class="meet-hand">
          <Badge name="hand" label={text.stage.hand} />
        </span>
      )}
      {!hasVoice && <Badge name="microphoneOff" label={text.stage.muted} />}
      {isHost && !isSelf && (
        <button
          type="button"
          class="tool"
          aria-haspopup="menu"
          aria-label={text.stage.actions(name)}
          onClick={({ currentTarget }) => personMenu(session, participant, positionBelow(currentTarget))}
        >
          <MeetGlyph name="more" />
        </button>
      )}
    </li>
  );
}

function Waiting({ session, waiting }: { session: MeetSession; waiting: MeetState['waiting'] }) {
  const words = text.people;
  const admit = (id: string) => session.host('admit', id);
  return (
    <section class="meet-waiting" aria-label={words.waiting(waiting.length)}>
      <h3>{words.waiting(waiting.length)}</h3>
      <ul>
        {waiting.map(({ id, name }) => (
          <li key={id}>
            <Avatar id={id} name={name} small />
            <span dir="auto" class="meet-person">
              {name}
            </span>
            <button
              type="button"
              class="button compact quiet danger"
              aria-label={words.denyOne(name)}
              onClick={() => void session.host('deny', id)}
            >
              {words.deny}
            </button>
            <button
              type="button"
              class="button compact primary"
              aria-label={words.admitOne(name)}
              onClick={() => void admit(id)}
            >
              {words.admit}
            </button>
          </li>
        ))}
      </ul>
      {waiting.length > 1 && (
        <button
          type="button"
          class="button compact"
          onClick={() => void Promise.all(waiting.map(({ id }) => admit(id)))}
        >
          {words.admitAll}
        </button>
      )}
    </section>
  );
}
