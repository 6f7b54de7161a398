import { signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { playChime } from '../design/chime.ts';
import { toast } from '../design/toast.tsx';
import { meetPath } from '../meet-path.ts';
import { isUndisturbed } from '../people/own-availability.ts';
import { navigate } from '../router.ts';
import { call as words } from '../strings/en/call.ts';
import type { AppContext } from '../timeline/context.ts';

/** As on the server. */
const RING_MS = 45_000;
const PAUSE_MS = 2_500;
const MAX_TEXT = 1_000;

/** Session keys of calls that ring no longer in this tab. */
const ended = signal<ReadonlySet<string>>(new Set());
const end = (sessionKey: string) => {
  ended.value = new Set([...ended.peek(), sessionKey]);
};

let isStarted = false;

/** Shows calls over the app in this tab, from now on. Of all tabs of the browser, one rings. */
export function startRinging(app: AppContext): void {
  if (isStarted) return;
  isStarted = true;
  const place = document.createElement('div');
  document.body.append(place);
  render(<Calls app={app} />, place);
}

type IncomingCall = NonNullable<BinderCard['incoming_call']>;

function Calls({ app }: { app: AppContext }) {
  for (const { binder, incoming_call: call, is_muted } of app.cards.value ?? [])
    if (call && !is_muted && !ended.value.has(call.session_key))
      return <Call key={call.session_key} app={app} binderId={binder.id} call={call} />;
  return null;
}

interface CallProps {
  app: AppContext;
  binderId: string;
  call: IncomingCall;
}

function Call({ app, binderId, call: { session_key: sessionKey, user } }: CallProps) {
  const [isVisible, setVisible] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const [message, setMessage] = useState('');
  const { client, boot } = app;
  useEffect(() => {
    const timer = setTimeout(() => end(sessionKey), RING_MS);
    const over = new AbortController();
    void isUndisturbed(client, boot.user.id).then((isQuiet) => {
      if (isQuiet) return end(sessionKey);
      setVisible(true);
      void ring(sessionKey, over.signal);
    });
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, []);
  if (!isVisible) return null;
  const accept = () => {
    end(sessionKey);
    navigate(meetPath(boot.root, { binderId, sessionKey }));
  };
  const decline = async (text = '') => {
    end(sessionKey);
    try {
      const params = { path: { session_key: sessionKey } };
      await unwrap(client.api.POST('/meets/{session_key}/decline', { params }));
      if (text.trim() === '') return;
      const body = { message: { text, reply_to: { meet: { session_key: sessionKey } } } };
      await unwrap(
        client.api.POST('/{binder_id}/messages', { params: { path: { binder_id: binderId } }, body }),
      );
    } catch (error) {
      toast(refusalOf(error).message);
    }
  };
  return (
    <section class="call" aria-label={words.calling(user.name)}>
      <Avatar id={user.id} name={user.name} />
      <strong role="alert">{words.calling(user.name)}</strong>
      {isWriting ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void decline(message);
          }}
        >
          {words.replies.map((reply) => (
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
        </form>
      ) : (
        <div>
          <button type="button" class="button compact primary" onClick={accept}>
            {words.accept}
          </button>
          <button type="button" class="button compact" onClick={() => void decline()}>
            {words.decline}
          </button>
          <button type="button" class="button compact quiet" onClick={() => setWriting(true)}>
            {words.reply}
          </button>
        </div>
      )}
    </section>
  );
}

/** Rings until the signal aborts, in the first tab that gets the lock. */
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
  // Aborting also ends the wait for the lock, which rejects.
  await navigator.locks
    .request(`ringbinder-ring:${sessionKey}`, { signal }, untilOver)
    .catch(() => undefined);
}
