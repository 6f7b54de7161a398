import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { type ClientFrame, closeCodes } from '@ringbinder/protocol';
import type { WebSocket } from 'ws';
import { type Actor, accessBinder, createFrameGate, type SenderRights } from '../../access/index.ts';
import { ApiError, invalidToken, preconditionFailed } from '../../errors.ts';
import { type CallerWatch, TOKEN_GRACE_MS } from '../../http/index.ts';
import type { CallSlot } from '../../limits/call-class.ts';
import { callerKey } from './caller-counts.ts';
import { tokenEnded, unexpectedFrame } from './close-for.ts';
import { realtimeFrameAccess } from './frame-access.ts';
import { listenToFrames } from './frame-listener.ts';
import { createFrameRates } from './frame-rate.ts';
import { readFrame, refusalOf, writeFrame } from './frames.ts';
import type { Hub } from './hub.ts';
import { findUserName } from './queries.ts';
import type { Session } from './session.ts';
import { createSocketWriter } from './socket-writer.ts';
import { createSubscriptions, MAX_SUBSCRIPTIONS, type Subscriptions } from './subscriptions.ts';

const HELLO_TIMEOUT_MS = 10_000;
/** A first frame that has not come by then comes from far away, or not at all. */
const PROMPT_FRAME_MS = 100;
export const HEARTBEAT_MS = 25_000;
const MAX_RECONNECT_MS = 5_000;

export interface Connection {
  /** Asks whether the other side is there; ends a connection that has not answered twice. */
  beat(): void;
  /** Sends the client off, to come back at a random moment. */
  drain(): void;
  terminate(): void;
}

type State =
  | { phase: 'opening'; timer: NodeJS.Timeout }
  | { phase: 'open'; client: KnownClient; token: string; watch: CallerWatch }
  | { phase: 'suspended'; client: KnownClient; timer: NodeJS.Timeout }
  | { phase: 'closed' };

/** What comes after the hello, beside other tokens. */
type SubscriberFrame = Exclude<ClientFrame, { type: 'hello' | 'token' | 'ping' }>;

/** A client that has said who it is. */
interface KnownClient {
  session: Session & { actor: Actor };
  subscriptions: Subscriptions;
  followsSelf: boolean;
}

/**
 * Serves one WebSocket, which writes to a stream, until it closes. It has its slot until it is welcomed and its first subscription
 * answered, but for the time in which a client that is far away says nothing.
 */
export function serveConnection(
  hub: Hub,
  { ws, stream, address, slot }: { ws: WebSocket; stream: Writable; address: string; slot: CallSlot },
  onClosed: () => void,
): Connection {
  const writer = createSocketWriter(ws, stream);
  const rates = createFrameRates(MAX_SUBSCRIPTIONS);
  const timer = setTimeout(
    () => writer.close(closeCodes.helloTimeout, 'no hello came in time'),
    HELLO_TIMEOUT_MS,
  ).unref();
  let silence = setTimeout(slot.pause, PROMPT_FRAME_MS).unref();
  let state: State = { phase: 'opening', timer };
  const openedAt = performance.now();

  const { alone, refuse, beat } = listenToFrames<ClientFrame>(ws, {
    writer,
    handle,
    failed: (error) => hub.logRefusal(error),
    read(text) {
      const frame = readFrame(text);
      hub.metrics.countReceived(frame.type);
      return frame;
    },
    takeRate: ({ type }) => rates.take(type),
    closed(code) {
      hub.metrics.countClosed(code);
      end(code);
      onClosed();
    },
  });

  function refuseUnlessGivenUp(error: unknown): void {
    if (!(error instanceof ApiError) || error.status !== 409) refuse(error);
  }

  function handle(frame: ClientFrame): void {
    if (state.phase === 'closed') return;
    if (frame.type === 'ping') {
      writer.send(writeFrame({ type: 'pong' }));
      return;
    }
    if (frame.type === 'hello' || frame.type === 'token') {
      if ((frame.type === 'hello') !== (state.phase === 'opening')) throw unexpectedFrame(frame.type);
      clearTimeout(silence);
      slot.resume();
      alone(async () => {
        await takeToken(frame.token);
        silence = setTimeout(slot.end, PROMPT_FRAME_MS).unref();
      });
      return;
    }
    if (state.phase === 'opening') throw unexpectedFrame(frame.type);
    pass(frame);
  }

  const pass = createFrameGate<SubscriberFrame>(
    realtimeFrameAccess,
    { known, prove },
    { act, refuse: turnDown },
  );

  function known(frame: SubscriberFrame): SenderRights | undefined {
    if (state.phase !== 'open') throw tokenEnded();
    if (state.watch.isInDoubt) return undefined;
    const { session, subscriptions } = state.client;
    const { mayWrite } = session.actor;
    if (frame.type !== 'publish') return { role: undefined, mayWrite };
    const reader = subscriptions.find(frame.binder_id);
    if (!reader?.isLive) throw preconditionFailed('not subscribed to the binder');
    return { role: reader.role, mayWrite };
  }

  async function prove(frame: SubscriberFrame): Promise<SenderRights> {
    if (state.phase !== 'open') throw tokenEnded();
    const actor = await hub.tokens.prove(state.token);
    if (!actor) throw tokenEnded();
    const { mayWrite } = actor;
    if (frame.type !== 'publish') return { role: undefined, mayWrite };
    const { role } = await accessBinder(hub.env.db, actor, frame.binder_id, 'read');
    return { role, mayWrite };
  }

  function act(frame: SubscriberFrame): void {
    if (!('client' in state)) return;
    const { client } = state;
    const { session, subscriptions } = client;
    switch (frame.type) {
      case 'unsubscribe':
        subscriptions.remove(frame.binder_id);
        return;
      case 'subscribe':
      case 'subscribe_self': {
        clearTimeout(silence);
        const answer = frame.type === 'subscribe' ? subscribe(client, frame) : followSelf(client, frame.id);
        void answer.catch((error) => turnDown(frame, error)).finally(slot.end);
        return;
      }
      case 'publish':
        if (subscriptions.find(frame.binder_id)?.isLive)
          hub.presence.publish(frame.binder_id, session, frame.kind, frame.data);
        return;
      default:
        frame satisfies never;
    }
  }

  function turnDown(frame: SubscriberFrame, error: unknown): void {
    hub.logRefusal(error);
    // Who was removed or demoted a moment ago may still be drawing.
    if (frame.type === 'publish' || frame.type === 'unsubscribe') return;
    clearTimeout(silence);
    writer.send(writeFrame({ type: 'refused', id: frame.id, ...refusalOf(error) }));
    slot.end();
  }

  async function subscribe(
    { session, subscriptions }: KnownClient,
    { binder_id, position, id }: Extract<ClientFrame, { type: 'subscribe' }>,
  ): Promise<void> {
    await admitSubscription(session);
    await subscriptions.add(binder_id, position, id);
  }

  async function followSelf(client: KnownClient, id: number): Promise<void> {
    await admitSubscription(client.session);
    client.followsSelf = true;
    await hub.self.add(client.session, id);
  }

  /** Counts a subscription. Throws when there are too many, or the token has ended meanwhile. */
  async function admitSubscription({ actor }: Session): Promise<void> {
    await hub.admitSubscription(actor);
    if (state.phase !== 'open') throw tokenEnded();
  }

  /** The token of a hello, or another one that goes on for it. */
  async function takeToken(token: string): Promise<void> {
    const actor = await hub.authenticate(token, address);
    if (state.phase === 'closed') return;
    const client = state.phase === 'opening' ? await meet(actor) : goOn(state.client, actor);
    if (client === undefined || (state.phase as State['phase']) === 'closed') return;
    const wasSuspended = state.phase === 'suspended';
    if ('timer' in state) clearTimeout(state.timer);
    if ('watch' in state) state.watch.end();
    const watch = hub.tokens.watch(token);
    state = { phase: 'open', client, token, watch };
    writer.send(
      writeFrame({
        type: 'welcome',
        session_id: client.session.id,
        user: client.session.user,
        heartbeat_ms: HEARTBEAT_MS,
        max_subscriptions: MAX_SUBSCRIPTIONS,
      }),
    );
    if (watch.signal.aborted) return suspend();
    watch.signal.addEventListener('abort', () => {
      if (state.phase === 'open' && state.watch === watch) suspend();
    });
    if (!wasSuspended) return;
    client.subscriptions.resume();
    if (client.followsSelf) void hub.self.add(client.session, undefined).catch(refuseUnlessGivenUp);
  }

  /** A caller who is new here. */
  async function meet(actor: Actor): Promise<KnownClient | undefined> {
    const name = await findUserName(hub.env.db, actor.userId);
    if (state.phase === 'closed') return undefined;
    const refusal = hub.callers.take(actor);
    if (refusal !== undefined) {
      writer.close(closeCodes.tooMany, refusal);
      return undefined;
    }
    const session = {
      id: randomBytes(12).toString('base64url'),
      actor,
      user: { id: actor.userId, name },
      socket: writer,
    };
    return { session, subscriptions: createSubscriptions(hub, session), followsSelf: false };
  }

  /** The same caller with another token, who may now do more or less. */
  function goOn(client: KnownClient, actor: Actor): KnownClient {
    const { actor: before } = client.session;
    if (callerKey(actor) !== callerKey(before))
      throw invalidToken('the token must be of the same user and client as the one before');
    client.session.actor = actor;
    if (state.phase === 'open' && actor.mayWrite !== before.mayWrite) {
      client.subscriptions.pause();
      client.subscriptions.resume();
    }
    return client;
  }

  /** The token has ended: nothing more is delivered until another one comes. */
  function suspend(): void {
    if (state.phase !== 'open') return;
    const { client, watch } = state;
    watch.end();
    client.subscriptions.pause();
    hub.self.remove(client.session);
    const timer = setTimeout(
      () => writer.close(closeCodes.invalidToken, 'the access token ended, and no other one came'),
      TOKEN_GRACE_MS,
    ).unref();
    state = { phase: 'suspended', client, timer };
    const deadline = hub.env.clock.now() + TOKEN_GRACE_MS;
    writer.send(writeFrame({ type: 'invalid_token', session_id: client.session.id, deadline }));
  }

  function end(closeCode: number): void {
    if (state.phase === 'closed') return;
    const before = state;
    state = { phase: 'closed' };
    if ('timer' in before) clearTimeout(before.timer);
    if ('watch' in before) before.watch.end();
    if (!('client' in before)) return;
    const { session, subscriptions } = before.client;
    subscriptions.end();
    hub.self.remove(session);
    hub.callers.giveBack(session.actor);
    hub.logClosed(session, closeCode, performance.now() - openedAt);
  }

  return {
    beat,
    drain() {
      if (state.phase !== 'opening')
        writer.send(
          writeFrame({ type: 'reconnect', after_ms: Math.floor(Math.random() * MAX_RECONNECT_MS) }),
        );
      writer.close(closeCodes.goingAway, 'the server stops');
    },
    terminate: () => ws.terminate(),
  };
}
