import { signal } from '@preact/signals';
import { errorOf, type RingbinderClient, unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { KNOCK_DURATION_MS, RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { address } from '../address.ts';
import { titleOfMeet } from '../binder/binder-title.ts';
import { refusalOf } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { playChime } from '../design/chime.ts';
import { announce, toastError } from '../design/toast.tsx';
import { meetOf, meetPath } from '../meet-path.ts';
import { settings } from '../notifications/browser-settings.ts';
import { isUndisturbed } from '../people/own-availability.ts';
import { navigate } from '../router.ts';
import { call as words } from '../strings/messages/call.ts';
import type { AppContext } from '../timeline/context.ts';

/** Minimum duration of ringing, even if the call is reported late. */
const LEAST_MS = 3_000;
const PAUSE_MS = 2_500;
const MAX_TEXT = 1_000;

const ended = signal<ReadonlySet<string>>(new Set());
const end = (sessionKey: string) => {
  ended.value = new Set([...ended.peek(), sessionKey]);
};

let isStarted = false;

export function startRinging(app: AppContext): void {
  if (isStarted) return;
  isStarted = true;
  const place = document.createElement('div');
  document.body.append(place);
  render(<Calls app={app} />, place);
}

type IncomingCall = NonNullable<BinderCard['incoming_call']>;

interface Ringing {
  binderId: string;
  call: IncomingCall;
}

/** Call that the user is answering with a message. */
const answered = signal<Ringing | undefined>(undefined);

function Calls({ app }: { app: AppContext }) {
  const calls = (app.cards.value ?? []).flatMap(({ binder, incoming_call: call, is_muted }) =>
    call && !is_muted && !ended.value.has(call.session_key) ? [{ binderId: binder.id, call }] : [],
  );
  for (const { call } of calls)
    watchEnd(call.session_key, call.start_time + RING_DURATION_MS, RING_DURATION_MS);
  const shown = answered.value ?? calls[0];
  if (shown) return <Call key={shown.call.session_key} app={app} ringing={shown} />;
  const card = (app.cards.value ?? []).find(
    ({ waiting_guest: guest, is_muted }) => guest && !is_muted && !ended.value.has(keyOfKnock(guest)),
  );
  return card?.waiting_guest ? (
    <Knock key={keyOfKnock(card.waiting_guest)} app={app} card={card} guest={card.waiting_guest} />
  ) : null;
}

type WaitingGuest = NonNullable<BinderCard['waiting_guest']>;

const keyOfKnock = ({ session_key, knock_time }: WaitingGuest) => `${session_key} ${knock_time}`;

function Knock({ app, card, guest }: { app: AppContext; card: BinderCard; guest: WaitingGuest }) {
  const { client, boot } = app;
  const [isVisible, setVisible] = useState(false);
  const key = keyOfKnock(guest);
  const name = titleOfMeet(guest.name, card.binder, boot.user.name);
  const path = meetPath(boot.root, { binderId: card.binder.id, sessionKey: guest.session_key });
  watchEnd(key, guest.knock_time + KNOCK_DURATION_MS, KNOCK_DURATION_MS);
  useEffect(() => {
    let isOver = false;
    void isUndisturbed(client, boot.user.id).then((isQuiet) => {
      if (isOver) return;
      if (isQuiet || meetOf(boot.root, address.value.path)?.sessionKey === guest.session_key) return end(key);
      setVisible(true);
      announce(words.guest(name), 'assertive');
      if (settings.value.hasSound) playChime();
    });
    return () => {
      isOver = true;
    };
  }, []);
  if (!isVisible) return null;
  return (
    <section class="call" aria-label={words.guest(name)}>
      <strong>{words.guest(name)}</strong>
      <div>
        <button
          type="button"
          class="button compact primary"
          onClick={() => {
            end(key);
            navigate(path);
          }}
        >
          {words.accept}
        </button>
        <button type="button" class="button compact" onClick={() => end(key)}>
          {words.close}
        </button>
      </div>
    </section>
  );
}

const watched = new Set<string>();

/**
 * Ends a call or knock after a timeout, because the server does not report the end. `maxMs` limits the effect
 * of a wrong clock.
 */
function watchEnd(key: string, endsAt: number, maxMs: number): void {
  if (watched.has(key)) return;
  watched.add(key);
  setTimeout(() => end(key), Math.min(Math.max(endsAt - Date.now(), LEAST_MS), maxMs));
}

function Call({ app, ringing }: { app: AppContext; ringing: Ringing }) {
  const { binderId, call } = ringing;
  const { session_key: sessionKey, user } = call;
  const [isVisible, setVisible] = useState(false);
  const [message, setMessage] = useState('');
  const isWriting = answered.value !== undefined;
  const { client, boot } = app;
  useEffect(() => {
    if (isWriting) return;
    const over = new AbortController();
    void isUndisturbed(client, boot.user.id).then((isQuiet) => {
      if (over.signal.aborted) return;
      if (isQuiet) return end(sessionKey);
      setVisible(true);
      announce(words.calling(user.name), 'assertive');
      void ring(sessionKey, over.signal);
    });
    return () => over.abort();
  }, [isWriting]);
  if (!isVisible) return null;
  const close = () => {
    end(sessionKey);
    answered.value = undefined;
  };
  const accept = () => {
    close();
    navigate(meetPath(boot.root, { binderId, sessionKey }));
  };
  const decline = async (text = '') => {
    close();
    try {
      await declineCall(client, ringing);
      if (text.trim() !== '') await postAnswer(client, ringing, text);
    } catch (error) {
      toastError(refusalOf(error).message);
    }
  };
  const declineButton = (
    <button type="button" class="button compact" onClick={() => void decline()}>
      {words.decline}
    </button>
  );
  return (
    <section class="call" aria-label={words.calling(user.name)}>
      <Avatar id={user.id} name={user.name} />
      <strong>{words.calling(user.name)}</strong>
      {isWriting ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void decline(message);
          }}
        >
          {[words.replyLater, words.replyInMeeting].map((reply) => (
            <button type="button" class="button compact" onClick={() => void decline(reply)}>
              {reply}
            </button>
          ))}
          <label class="field">
            <span class="hidden-visually">{words.message}</span>
            <input
              placeholder={words.message}
              maxLength={MAX_TEXT}
              value={message}
              onInput={(event) => setMessage(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button compact primary">
            {words.send}
          </button>
          {declineButton}
        </form>
      ) : (
        <div>
          <button type="button" class="button compact primary" onClick={accept}>
            {words.accept}
          </button>
          {declineButton}
          <button
            type="button"
            class="button compact quiet"
            onClick={() => {
              answered.value = ringing;
            }}
          >
            {words.reply}
          </button>
        </div>
      )}
    </section>
  );
}

async function declineCall({ api }: RingbinderClient, { call }: Ringing): Promise<void> {
  const params = { path: { session_key: call.session_key } };
  const { error, response } = await api.POST('/meets/{session_key}/decline', { params });
  if (error !== undefined && response.status !== 412) throw errorOf(response.status, error);
}

async function postAnswer(
  { api }: RingbinderClient,
  { binderId: binder_id, call: { session_key } }: Ringing,
  text: string,
): Promise<void> {
  const body = { message: { text, reply_to: { meet: { session_key } } } };
  await unwrap(api.POST('/{binder_id}/messages', { params: { path: { binder_id } }, body }));
}

async function ring(sessionKey: string, signal: AbortSignal): Promise<void> {
  const untilOver = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      playChime();
      const timer = setInterval(playChime, PAUSE_MS);
      signal.addEventListener('abort', () => {
        clearInterval(timer);
        resolve();
      });
    });
  if (!navigator.locks) return untilOver();
  await navigator.locks
    .request(`ringbinder-ring:${sessionKey}`, { signal }, untilOver)
    .catch(() => undefined);
}
