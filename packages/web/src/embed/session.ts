import { type Signal, signal } from '@preact/signals';
import { createClient, errorOf, type RingbinderClient } from '@ringbinder/client';
import type {
  HostFrame,
  JsonOptions,
  MeetFrame,
  ModuleFrame,
  SessionFrame,
} from '@ringbinder/protocol/embed.ts';
import type { EmbedBoot } from '../boot.ts';
import { embed as text } from '../strings/en/embed.ts';
import { sayProblem } from './problem.ts';
import { createSessionTokens, renewingFetch, type SessionTokens } from './tokens.ts';
import { holderOf } from './who.ts';

export interface EmbedSession {
  boot: EmbedBoot;
  client: RingbinderClient;
  /** The call of the SDK, like `chatView`. */
  call: string;
  options: Signal<JsonOptions>;
  readonly id: string;
  hasCallback(name: string): boolean;
  /** Tells the page of an event; the session's id is put into it. */
  emit(name: string, detail?: JsonOptions): void;
  fail(code: string | number, message: string): void;
  tell(frame: ModuleFrame): void;
  onClose: () => void;
  /** Hears what the page has done in a meet, also of what it has said before. The last one who asks hears it. */
  hearMeet(listener: (said: MeetFrame) => void): void;
  /** It was given no token: only a meet can be joined so. */
  isGuest: boolean;
  /** Who uses it, once that is known: another person's token does not go on with it. */
  userId: string | undefined;
}

/** Begins a session as the page has said. What it is told later goes to `receive`. */
export function createSession(
  boot: EmbedBoot,
  frame: SessionFrame,
  tell: (frame: ModuleFrame) => void,
): { session: EmbedSession; receive(frame: HostFrame): void } {
  const options = signal(frame.options);
  const tokens: SessionTokens = createSessionTokens(frame.session_id, frame.token, (session_id) =>
    tell({ type: 'invalid_token', session_id }),
  );
  const client = createClient({
    baseUrl: `${location.origin}${boot.base}/`,
    token: tokens.next,
    fetch: renewingFetch(tokens),
  });
  const session: EmbedSession = {
    boot,
    client,
    call: frame.call,
    options,
    tell,
    get id() {
      return tokens.sessionId;
    },
    hasCallback: (name) => frame.callbacks.includes(name),
    emit(name, detail = {}) {
      tell({ type: 'event', name, detail: { session_id: tokens.sessionId, ...detail } });
    },
    fail(error_code, error_message) {
      tell({ type: 'error', error_code, error_message });
    },
    onClose: () => undefined,
    hearMeet(listener) {
      onMeet = listener;
      for (const each of said.splice(0)) listener(each);
    },
    isGuest: frame.token === '',
    userId: undefined,
  };
  let lastGiven = frame.session_id;
  const said: MeetFrame[] = [];
  let onMeet: (frame: MeetFrame) => void = (frame) => said.push(frame);

  async function accept(sessionId: string, token: string): Promise<void> {
    lastGiven = sessionId;
    const holder = await holderOf(boot, token);
    // Another one came meanwhile.
    if (lastGiven !== sessionId) return;
    // One that has ended itself is not tried by everything that waits.
    if (holder === 'ended') tell({ type: 'invalid_token', session_id: sessionId });
    else if (holder !== undefined && holder === (session.userId ?? holder)) tokens.give(sessionId, token);
    else session.fail(403, text.otherPerson);
  }

  /** It comes back by the log of the binder, as everything that is said does. */
  async function post(binder_id: string, words: string): Promise<void> {
    const params = { path: { binder_id } };
    const body = { message: { text: words } };
    const { error, response } = await client.api.POST('/{binder_id}/messages', { params, body });
    if (error !== undefined) session.fail(response.status, errorOf(response.status, error).message);
  }

  return {
    session,
    receive(frame) {
      switch (frame.type) {
        case 'session':
          // One has begun; another one comes with a page of its own.
          break;
        case 'token':
          void accept(frame.session_id, frame.token);
          break;
        case 'update':
          options.value = { ...options.peek(), ...frame.options };
          break;
        case 'post':
          void post(frame.binder_id, frame.text);
          break;
        case 'meet':
          onMeet(frame);
          break;
        case 'problem':
          sayProblem('failed', frame.message);
          break;
        case 'close':
          session.onClose();
          if (boot.is_popup) window.close();
      }
    },
  };
}
