import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { type ClientFrame, closeCodes, type ServerFrame } from '@ringbinder/protocol';
import type { WebSocket } from 'ws';
import { type Actor, accessBinder, createFrameGate, type SenderRights } from '../../access/index.ts';
import { ApiError, invalidToken, preconditionFailed } from '../../errors.ts';
import { type CallerWatch, TOKEN_GRACE_MS } from '../../http/index.ts';
import type { CallSlot } from '../../limits/call-class.ts';
import { inSpan } from '../../tracing/index.ts';
import { callerKey } from './caller-counts.ts';
import { tokenEnded, unexpectedFrame } from './close-for.ts';
import { realtimeFrameAccess } from './frame-access.ts';
import { type FrameListener, listenToFrames } from './frame-listener.ts';
import { createFrameRates } from './frame-rate.ts';
import { readFrame, refusalOf, writeFrame } from './frames.ts';
import type { Hub } from './hub.ts';
import { openPublishSpan } from './publish-span.ts';
import { findUserName } from './queries.ts';
import type { Session } from './session.ts';
import { createSocketWriter, type SocketWriter } from './socket-writer.ts';
import { createSubscriptions, MAX_SUBSCRIPTIONS, type Subscriptions } from './subscriptions.ts';

const HELLO_TIMEOUT_MS = 10_000;
/** A connection without a frame for this time frees its call slot. */
const PROMPT_FRAME_MS = 100;
export const HEARTBEAT_MS = 25_000;
const MAX_RECONNECT_MS = 5_000;

export interface Connection {
  beat(): void;
  /** Makes the client reconnect after a random delay. */
  drain(): void;
  terminate(): void;
}

type State =
  | { phase: 'opening'; timer: NodeJS.Timeout }
  | { phase: 'open'; client: CachedClient; token: string; watch: CallerWatch }
  | { phase: 'suspended'; client: CachedClient; timer: NodeJS.Timeout }
  | { phase: 'closed' };

type SubscriberFrame = Exclude<ClientFrame, { type: 'hello' | 'token' | 'ping' }>;

interface CachedClient {
  session: Session & { actor: Actor };
  subscriptions: Subscriptions;
  followsSelf: boolean;
}

/**
 * Serves a WebSocket, which occupies a call slot until its first subscription is answered, except while the server
 * waits for the client.
 */
export function serveConnection(hub: Hub, socket: ServedSocket, onClosed: () => void): Connection {
  return new ServedConnection(hub, socket, onClosed);
}

interface ServedSocket {
  ws: WebSocket;
  stream: Writable;
  address: string;
  slot: CallSlot;
}

class ServedConnection implements Connection {
  readonly #hub: Hub;
  readonly #socket: ServedSocket;
  readonly #writer: SocketWriter;
  readonly #listener: FrameListener;
  readonly #openedAt = performance.now();
  readonly #pass: (frame: SubscriberFrame) => void;
  #state: State;
  #silence: NodeJS.Timeout;

  constructor(hub: Hub, socket: ServedSocket, onClosed: () => void) {
    this.#hub = hub;
    this.#socket = socket;
    this.#writer = createSocketWriter(socket.ws, socket.stream);
    const timer = setTimeout(
      () => this.#writer.close(closeCodes.helloTimeout, 'no hello frame arrived in time'),
      HELLO_TIMEOUT_MS,
    ).unref();
    this.#state = { phase: 'opening', timer };
    this.#silence = setTimeout(socket.slot.pause, PROMPT_FRAME_MS).unref();
    this.#pass = createFrameGate<SubscriberFrame>(
      realtimeFrameAccess,
      { currentRights: (frame) => this.#knownRights(frame), prove: (frame) => this.#proveRights(frame) },
      { act: (frame) => this.#act(frame), refuse: (frame, error) => this.#refuseFrame(frame, error) },
    );
    this.#listener = this.#listen(onClosed);
  }

  beat(): void {
    this.#listener.beat();
  }

  drain(): void {
    if (this.#state.phase !== 'opening')
      this.#send({ type: 'reconnect', after_ms: Math.floor(Math.random() * MAX_RECONNECT_MS) });
    this.#writer.close(closeCodes.goingAway, 'the server is stopping');
  }

  terminate(): void {
    this.#socket.ws.terminate();
  }

  #listen(onClosed: () => void): FrameListener {
    const { metrics } = this.#hub;
    const rates = createFrameRates(MAX_SUBSCRIPTIONS);
    return listenToFrames<ClientFrame>(this.#socket.ws, {
      writer: this.#writer,
      handle: (frame) => this.#handle(frame),
      failed: (error) => this.#hub.logRefusal(error),
      read(text) {
        const frame = readFrame(text);
        metrics.countReceived(frame.type);
        return frame;
      },
      takeRate: ({ type }) => rates.take(type),
      closed: (code) => {
        metrics.countClosed(code);
        this.#end(code);
        onClosed();
      },
    });
  }

  #send(frame: ServerFrame): void {
    this.#writer.send(writeFrame(frame));
  }

  #handle(frame: ClientFrame): void {
    const { phase } = this.#state;
    if (phase === 'closed') return;
    if (frame.type === 'ping') {
      this.#send({ type: 'pong' });
      return;
    }
    if (frame.type === 'hello' || frame.type === 'token') {
      if ((frame.type === 'hello') !== (phase === 'opening')) throw unexpectedFrame(frame.type);
      clearTimeout(this.#silence);
      this.#socket.slot.resume();
      this.#listener.alone(async () => {
        await inSpan(`realtime ${frame.type}`, {}, () => this.#takeToken(frame.token));
        this.#silence = setTimeout(this.#socket.slot.end, PROMPT_FRAME_MS).unref();
      });
      return;
    }
    if (phase === 'opening') throw unexpectedFrame(frame.type);
    this.#pass(frame);
  }

  #knownRights(frame: SubscriberFrame): SenderRights | undefined {
    if (this.#state.phase !== 'open') throw tokenEnded();
    if (this.#state.watch.isInDoubt) return undefined;
    const { session, subscriptions } = this.#state.client;
    const { mayWrite } = session.actor;
    if (frame.type !== 'publish') return { role: undefined, mayWrite };
    const reader = subscriptions.find(frame.binder_id);
    if (!reader?.isLive) throw preconditionFailed('not subscribed to the binder');
    return { role: reader.role, mayWrite };
  }

  async #proveRights(frame: SubscriberFrame): Promise<SenderRights> {
    if (this.#state.phase !== 'open') throw tokenEnded();
    const actor = await this.#hub.tokens.prove(this.#state.token);
    if (!actor) throw tokenEnded();
    const { mayWrite } = actor;
    if (frame.type !== 'publish') return { role: undefined, mayWrite };
    const { role } = await accessBinder(this.#hub.env.db, actor, frame.binder_id, 'read');
    return { role, mayWrite };
  }

  #act(frame: SubscriberFrame): void {
    if (!('client' in this.#state)) return;
    const { client } = this.#state;
    const { session, subscriptions } = client;
    switch (frame.type) {
      case 'unsubscribe':
        subscriptions.remove(frame.binder_id);
        return;
      case 'subscribe':
      case 'subscribe_self': {
        clearTimeout(this.#silence);
        const answer = inSpan(`realtime ${frame.type}`, {}, () =>
          frame.type === 'subscribe' ? this.#subscribe(client, frame) : this.#followSelf(client, frame.id),
        );
        void answer.catch((error) => this.#refuseFrame(frame, error)).finally(this.#socket.slot.end);
        return;
      }
      case 'publish': {
        if (!subscriptions.find(frame.binder_id)?.isLive) return;
        const span = openPublishSpan();
        this.#hub.presence.publish(frame.binder_id, session, frame.kind, frame.data);
        span?.end();
        return;
      }
      default:
        frame satisfies never;
    }
  }

  #refuseFrame(frame: SubscriberFrame, error: unknown): void {
    this.#hub.logRefusal(error);
    // Send no error, because a member who was just removed or demoted may still be drawing.
    if (frame.type === 'publish' || frame.type === 'unsubscribe') return;
    clearTimeout(this.#silence);
    this.#send({ type: 'refused', id: frame.id, ...refusalOf(error) });
    this.#socket.slot.end();
  }

  async #subscribe(
    { session, subscriptions }: CachedClient,
    { binder_id, position, id }: Extract<ClientFrame, { type: 'subscribe' }>,
  ): Promise<void> {
    await this.#admitSubscription(session);
    await subscriptions.add(binder_id, position, id);
  }

  async #followSelf(client: CachedClient, id: number): Promise<void> {
    await this.#admitSubscription(client.session);
    client.followsSelf = true;
    await this.#hub.self.add(client.session, id);
  }

  async #admitSubscription({ actor }: Session): Promise<void> {
    await this.#hub.admitSubscription(actor);
    if (this.#state.phase !== 'open') throw tokenEnded();
  }

  async #takeToken(token: string): Promise<void> {
    const actor = await this.#hub.authenticate(token, this.#socket.address);
    const before = this.#state;
    if (before.phase === 'closed') return;
    const client =
      before.phase === 'opening' ? await this.#introduce(actor) : this.#renew(before.client, actor);
    // During the lookup of the client, the connection may have closed.
    const state = this.#state;
    if (client === undefined || state.phase === 'closed') return;
    if ('timer' in state) clearTimeout(state.timer);
    if ('watch' in state) state.watch.end();
    const watch = this.#hub.tokens.watch(token);
    this.#state = { phase: 'open', client, token, watch };
    this.#send({
      type: 'welcome',
      session_id: client.session.id,
      user: client.session.user,
      heartbeat_ms: HEARTBEAT_MS,
      max_subscriptions: MAX_SUBSCRIPTIONS,
    });
    if (watch.signal.aborted) return this.#suspend();
    watch.signal.addEventListener('abort', () => {
      if (this.#state.phase === 'open' && this.#state.watch === watch) this.#suspend();
    });
    if (state.phase === 'suspended') this.#resume(client);
  }

  async #introduce(actor: Actor): Promise<CachedClient | undefined> {
    const name = await findUserName(this.#hub.env.db, actor.userId);
    if (this.#state.phase === 'closed') return undefined;
    const refusal = this.#hub.callers.take(actor);
    if (refusal !== undefined) {
      this.#writer.close(closeCodes.tooMany, refusal);
      return undefined;
    }
    const session = {
      id: randomBytes(12).toString('base64url'),
      actor,
      user: { id: actor.userId, name },
      socket: this.#writer,
    };
    return { session, subscriptions: createSubscriptions(this.#hub, session), followsSelf: false };
  }

  #renew(client: CachedClient, actor: Actor): CachedClient {
    const { actor: before } = client.session;
    if (callerKey(actor) !== callerKey(before))
      throw invalidToken('the token must be of the same user and client as the one before');
    client.session.actor = actor;
    if (this.#state.phase === 'open' && actor.mayWrite !== before.mayWrite) {
      client.subscriptions.pause();
      client.subscriptions.resume();
    }
    return client;
  }

  #suspend(): void {
    if (this.#state.phase !== 'open') return;
    const { client, watch } = this.#state;
    watch.end();
    client.subscriptions.pause();
    this.#hub.self.remove(client.session);
    const timer = setTimeout(
      () => this.#writer.close(closeCodes.invalidToken, 'the access token ended, and no other one came'),
      TOKEN_GRACE_MS,
    ).unref();
    this.#state = { phase: 'suspended', client, timer };
    const deadline = this.#hub.env.clock.now() + TOKEN_GRACE_MS;
    this.#send({ type: 'invalid_token', session_id: client.session.id, deadline });
  }

  #resume({ session, subscriptions, followsSelf }: CachedClient): void {
    subscriptions.resume();
    if (!followsSelf) return;
    void this.#hub.self.add(session, undefined).catch((error) => {
      // Status 409 means that the session unsubscribed or subscribed again.
      if (!(error instanceof ApiError) || error.status !== 409) this.#listener.refuse(error);
    });
  }

  #end(closeCode: number): void {
    const before = this.#state;
    if (before.phase === 'closed') return;
    this.#state = { phase: 'closed' };
    if ('timer' in before) clearTimeout(before.timer);
    if ('watch' in before) before.watch.end();
    if (!('client' in before)) return;
    const { session, subscriptions } = before.client;
    subscriptions.end();
    this.#hub.self.remove(session);
    this.#hub.callers.giveBack(session.actor);
    this.#hub.logClosed(session, closeCode, performance.now() - this.#openedAt);
  }
}
