import { signal } from '@preact/signals';
import { errorOf, type RingbinderClient, unwrap } from '@ringbinder/client';
import type { BinderCard, UserReference } from '@ringbinder/protocol';
import { KNOCK_DURATION_MS, RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { address } from '../address.ts';
import { titleOfMeet } from '../binder/binder-title.ts';
import { refusalOf } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { playChime } from '../design/chime.ts';
import { announce, toastError } from '../design/toast.tsx';
import { type MeetRoute, meetOf, meetPath } from '../meet-path.ts';
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
const end = (id: string) => {
  ended.value = new Set([...ended.peek(), id]);
};

let isStarted = false;

export function startRinging(app: AppContext): void {
  if (isStarted) return;
  isStarted = true;
  const place = document.createElement('div');
  document.body.append(place);
  render(<Calls app={app} />, place);
}

/** A call, or the knock of a guest. */
interface Ringing extends MeetRoute {
  id: string;
  title: string;
  caller?: UserReference;
  startTime: number;
  maxMs: number;
}

/** Call that the user is answering with a message. */
const answered = signal<Ringing | undefined>(undefined);

function Calls({ app }: { app: AppContext }) {
  const cards = (app.cards.value ?? []).filter(({ is_muted }) => !is_muted);
  const all = [...cards.flatMap(callOf), ...cards.flatMap((card) => knockOf(card, app.boot.user.name))];
  const ringing = all.filter(({ id }) => !ended.value.has(id));
  ringing.forEach(watchEnd);
  const shown = answered.value ?? ringing[0];
  return shown ? <Panel key={shown.id} app={app} ringing={shown} /> : null;
}

function callOf({ binder, incoming_call: call }: BinderCard): Ringing[] {
  if (!call) return [];
  const { session_key: sessionKey, user: caller, start_time: startTime } = call;
  const title = words.calling(caller.name);
  const id = `${sessionKey} ${startTime}`;
  return [{ id, binderId: binder.id, sessionKey, title, caller, startTime, maxMs: RING_DURATION_MS }];
}

function knockOf({ binder, waiting_guest: guest }: BinderCard, myName: string): Ringing[] {
  if (!guest) return [];
  const { session_key: sessionKey, knock_time: startTime } = guest;
  const id = `${sessionKey} ${startTime}`;
  const title = words.guest(titleOfMeet(guest.name, binder, myName));
  return [{ id, binderId: binder.id, sessionKey, title, startTime, maxMs: KNOCK_DURATION_MS }];
}

const watched = new Set<string>();

/** The server does not report the end of a call or knock. `maxMs` limits the effect of a wrong clock. */
function watchEnd({ id, startTime, maxMs }: Ringing): void {
  if (watched.has(id)) return;
  watched.add(id);
  setTimeout(() => end(id), Math.min(Math.max(startTime + maxMs - Date.now(), LEAST_MS), maxMs));
}

function Panel({ app, ringing }: { app: AppContext; ringing: Ringing }) {
  const { id, sessionKey, title, caller } = ringing;
  const [isVisible, setVisible] = useState(false);
  const [message, setMessage] = useState('');
  const isWriting = answered.value !== undefined;
  const { client, boot } = app;
  useEffect(() => {
    if (isWriting) return;
    const over = new AbortController();
    void isUndisturbed(client, boot.user.id).then((isQuiet) => {
      if (over.signal.aborted) return;
      const isThere = !caller && meetOf(boot.root, address.value.path)?.sessionKey === sessionKey;
      if (isQuiet || isThere) return end(id);
      setVisible(true);
      announce(title, 'assertive');
      if (caller) void ring(sessionKey, over.signal);
      else if (settings.value.hasSound) playChime();
    });
    return () => over.abort();
  }, [isWriting]);
  if (!isVisible) return null;
  const close = () => {
    end(id);
    answered.value = undefined;
  };
  const accept = async () => {
    close();
    // Loads the module first, so that the new address does not open the page with the devices.
    const meet = caller && (await import('./meet.tsx').catch(() => undefined));
    navigate(meetPath(boot.root, ringing));
    void meet?.openMeet(app, ringing, { isAnswered: true });
  };
  const decline = async (text = '') => {
    close();
    if (!caller) return;
    try {
      await declineCall(client, ringing);
      if (text.trim() !== '') await postAnswer(client, ringing, text);
    } catch (error) {
      toastError(refusalOf(error).message);
    }
  };
  const declineButton = (
    <button type="button" class="button compact" onClick={() => void decline()}>
      {caller ? words.decline : words.close}
    </button>
  );
  return (
    <section class="call" aria-label={title}>
      {caller && <Avatar id={caller.id} name={caller.name} />}
      <strong>{title}</strong>
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
          <button type="button" class="button compact primary" onClick={() => void accept()}>
            {caller ? words.accept : words.join}
          </button>
          {declineButton}
          {caller && (
            <button
              type="button"
              class="button compact quiet"
              onClick={() => {
                answered.value = ringing;
              }}
            >
              {words.reply}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

async function declineCall({ api }: RingbinderClient, { sessionKey }: Ringing): Promise<void> {
  const params = { path: { session_key: sessionKey } };
  const { error, response } = await api.POST('/meets/{session_key}/decline', { params });
  if (error !== undefined && response.status !== 412) throw errorOf(response.status, error);
}

async function postAnswer(
  { api }: RingbinderClient,
  { binderId: binder_id, sessionKey: session_key }: Ringing,
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
