import { type ReadonlySignal, signal } from '@preact/signals';
import type { EphemeralEvent, Realtime } from '@ringbinder/client';
import type { PresenceState } from './context.ts';

export interface Typist {
  id: string;
  name: string;
}

export interface Activity {
  readonly typing: ReadonlySignal<ReadonlyMap<string, readonly Typist[]>>;
  readonly presence: ReadonlySignal<Presence>;
}

type Presence = ReadonlyMap<string, ReadonlyMap<string, PresenceState>>;

const TYPING_MS = 6_000;
const HEARTBEAT_MS = 4 * 60_000;
/** A session that has not sent its presence for this long counts as gone. */
const EXPIRY_MS = 10 * 60_000;

interface SessionState {
  binderId: string;
  userId: string;
  state: PresenceState;
  receivedAt: number;
}

export function followActivity(
  channel: Realtime,
  { me, followed }: { me: string; followed: () => readonly string[] },
): Activity {
  const typing = signal<ReadonlyMap<string, readonly Typist[]>>(new Map());
  const presence = signal<Presence>(new Map());
  const sessions = new Map<string, SessionState>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function stopTyping(binderId: string, userId: string): void {
    const key = `${binderId} ${userId}`;
    clearTimeout(timers.get(key));
    timers.delete(key);
    const rest = (typing.peek().get(binderId) ?? []).filter(({ id }) => id !== userId);
    const next = new Map(typing.peek());
    if (rest.length > 0) next.set(binderId, rest);
    else next.delete(binderId);
    typing.value = next;
  }

  function onTyping({ binder_id, user, data }: EphemeralEvent): void {
    if (user.id === me) return;
    const writing = typing.peek().get(binder_id) ?? [];
    const isKnown = writing.some(({ id }) => id === user.id);
    if (data.is_over) {
      if (isKnown) stopTyping(binder_id, user.id);
      return;
    }
    if (!isKnown) typing.value = new Map(typing.peek()).set(binder_id, [...writing, user]);
    const key = `${binder_id} ${user.id}`;
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => stopTyping(binder_id, user.id), TYPING_MS),
    );
  }

  function onPresence({ binder_id: binderId, user, session_id, data }: EphemeralEvent): void {
    if (user.id === me) return;
    const key = `${binderId} ${session_id}`;
    const { state = 'online' } = data;
    if (state === 'offline') {
      sessions.delete(key);
      stopTyping(binderId, user.id);
    } else sessions.set(key, { binderId, userId: user.id, state, receivedAt: Date.now() });
    draw();
  }

  function draw(): void {
    const next = new Map<string, Map<string, PresenceState>>();
    for (const { binderId, userId, state } of sessions.values()) {
      const here = next.get(binderId) ?? new Map<string, PresenceState>();
      next.set(binderId, here);
      if (here.get(userId) !== 'online') here.set(userId, state);
    }
    presence.value = next;
  }

  channel.onEphemeral((event) => {
    if (event.kind === 'typing') onTyping(event);
    else if (event.kind === 'presence') onPresence(event);
  });
  channel.onState(({ status }) => {
    if (status === 'online') {
      announcePresence();
      return;
    }
    // After a reconnection, the server reports everyone who is present.
    sessions.clear();
    draw();
    for (const [binderId, writing] of typing.peek()) for (const { id } of writing) stopTyping(binderId, id);
  });

  function announcePresence(): void {
    const state = document.hidden ? 'idle' : 'online';
    for (const binder_id of followed()) channel.publish({ binder_id, kind: 'presence', data: { state } });
  }
  document.addEventListener('visibilitychange', announcePresence);
  setInterval(() => {
    const oldest = Date.now() - EXPIRY_MS;
    for (const [key, { receivedAt }] of sessions) if (receivedAt < oldest) sessions.delete(key);
    draw();
    announcePresence();
  }, HEARTBEAT_MS);
  return { typing, presence };
}
