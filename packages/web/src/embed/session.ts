import { type Signal, signal } from '@preact/signals';
import { createClient, errorOf, type RingbinderClient } from '@ringbinder/client';
import type {
  HostMessage,
  JsonOptions,
  MeetFrame,
  ModuleMessage,
  SessionFrame,
} from '@ringbinder/protocol/embed.ts';
import type { EmbedBoot } from '../boot.ts';
import { moduleErrors } from '../strings/en/module-errors.ts';
import { holderOf } from './identity.ts';
import { showProblem } from './problem.ts';
import { createSessionTokens, renewingFetch, type SessionTokens } from './tokens.ts';

export interface EmbedSession {
  boot: EmbedBoot;
  client: RingbinderClient;
  call: string;
  options: Signal<JsonOptions>;
  readonly id: string;
  hasCallback(name: string): boolean;
  emit(name: string, detail?: JsonOptions): void;
  fail(code: string | number, message: string): void;
  send(frame: ModuleMessage): void;
  onClose: () => void;
  /** The listener also receives commands that arrived earlier. */
  setMeetListener(listener: (queued: MeetFrame) => void): void;
  /** A guest has no token, and can only join a meet. */
  isGuest: boolean;
  /** Tokens of other users are rejected. */
  userId: string | undefined;
}

export function createSession(
  boot: EmbedBoot,
  frame: SessionFrame,
  send: (frame: ModuleMessage) => void,
): { session: EmbedSession; receive(frame: HostMessage): void } {
  const options = signal(frame.options);
  const tokens: SessionTokens = createSessionTokens(frame.session_id, frame.token, (session_id) =>
    send({ type: 'invalid_token', session_id }),
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
    send,
    get id() {
      return tokens.sessionId;
    },
    hasCallback: (name) => frame.callbacks.includes(name),
    emit(name, detail = {}) {
      send({ type: 'event', name, detail: { session_id: tokens.sessionId, ...detail } });
    },
    fail(error_code, error_message) {
      send({ type: 'error', error_code, error_message });
    },
    onClose: () => undefined,
    setMeetListener(listener) {
      onMeet = listener;
      for (const each of received.splice(0)) listener(each);
    },
    isGuest: frame.token === '',
    userId: undefined,
  };
  let lastSessionId = frame.session_id;
  const received: MeetFrame[] = [];
  let onMeet: (frame: MeetFrame) => void = (frame) => received.push(frame);

  async function accept(sessionId: string, token: string): Promise<void> {
    lastSessionId = sessionId;
    const holder = await holderOf(boot, token);
    // Another token arrived during the request.
    if (lastSessionId !== sessionId) return;
    if (holder === 'ended') send({ type: 'invalid_token', session_id: sessionId });
    else if (holder !== undefined && holder === (session.userId ?? holder)) tokens.give(sessionId, token);
    else session.fail(403, moduleErrors.otherPerson);
  }

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
          // Each session has its own page.
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
          showProblem('failed', frame.message);
          break;
        case 'close':
          session.onClose();
          if (boot.is_popup) window.close();
      }
    },
  };
}
