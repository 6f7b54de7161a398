import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import type { RingbinderClient } from '../client.ts';
import { createConnection } from '../connection/connection.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { hasWebSocket, type OpenSocket, openSocket, realtimeAddress } from '../connection/socket.ts';
import { createListeners, type Listener, type ReportError } from '../listeners.ts';
import { followNetwork } from '../network.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { memoryStorage } from '../storage/memory.ts';
import type { ReplicaStorage } from '../storage/storage.ts';
import { createSharedConnection } from '../tabs/shared-connection.ts';
import { openTabs } from '../tabs/tabs.ts';
import { LIST_REQUEST_ID } from '../types.ts';
import { type BinderList, createBinderLists, type ListFrame } from './binder-list.ts';
import { type BinderReplica, createBinderReplica } from './binder-replica.ts';
import { deferred } from './deferred.ts';
import { createMessageWindow } from './message-window.ts';
import { createReplica, type Replica } from './replica.ts';

/** Events that the server does not log, such as typing and presence. */
export type EphemeralEvent = Extract<ServerFrame, { type: 'ephemeral' }>;
export type ReadMarksEvent = Extract<ServerFrame, { type: 'read_marks' }>;
export type EphemeralInput = Omit<Extract<ClientFrame, { type: 'publish' }>, 'type'>;

export interface RealtimeOptions {
  /**
   * Id of the user whose stored data is available before the client connects. If the token belongs to another
   * user, the client signs out.
   */
  userId?: string;
  /** Default: in memory. */
  storage?: ReplicaStorage;
  /**
   * A name. Tabs with the same name, origin and user share one connection and outbox. Without `userId` or Web
   * Locks, each tab connects separately.
   */
  tabs?: string;
  openSocket?: OpenSocket;
  /** Receives errors that no caller can catch. */
  onError?: ReportError;
  random?: () => number;
  now?: () => number;
}

export interface Realtime {
  readonly state: ConnectionState;
  onState(listener: Listener<ConnectionState>): () => void;
  /** Subscriptions to the same binder share its data. */
  subscribe(binderId: string): Replica;
  binders(): BinderList;
  /** Returns false if the client dropped the event. */
  publish(input: EphemeralInput): boolean;
  onEphemeral(listener: Listener<EphemeralEvent>): () => void;
  /** Events may be lost: fetch `readmarks` over REST when a binder opens and after reconnecting. */
  onReadMarks(listener: Listener<ReadMarksEvent>): () => void;
  reconnect(): void;
  /** Detects a dead connection within 5 seconds. */
  check(): void;
  /** Closes the connection and deletes the user's stored data. */
  signOut(): Promise<void>;
  close(): Promise<void>;
}

/** Above this limit, `publish` drops events, because they would arrive too late. */
const MAX_BUFFERED_BYTES = 65_536;

/** Throws if neither WebSocket nor `openSocket` exists. */
export function realtime(client: RingbinderClient, options: RealtimeOptions = {}): Realtime {
  if (!options.openSocket && !hasWebSocket())
    throw new Error('realtime() needs a WebSocket: use Node ≥ 22, or pass openSocket');
  const { storage = memoryStorage(), random = Math.random, now = Date.now } = options;
  const closed = new Error('the channel is closed');
  const report: ReportError = (error) => {
    if (error === closed) return;
    if (options.onError) options.onError(error);
    else console.error(error);
  };
  const states = createListeners<ConnectionState>(report);
  const ephemerals = createListeners<EphemeralEvent>(report);
  const readMarks = createListeners<ReadMarksEvent>(report);
  const lists = createBinderLists({ report, random, request: requestBinders });
  const replicas = new Map<string, { core: BinderReplica; views: number }>();
  const user = deferred(options.userId);
  let requests = 0;
  let wasOnline = false;

  const tabs =
    options.tabs === undefined || options.userId === undefined
      ? undefined
      : openTabs(`${options.tabs}:${options.userId}`);
  const outbox = createOutbox({
    client,
    storage,
    userId: user.promise,
    now,
    random,
    report,
    onSend: () => connection.check(),
    onChange: (binderId) => replicas.get(binderId)?.core.listeners.emit({ type: 'pending' }),
    seqOf(binderId) {
      const entry = replicas.get(binderId);
      return entry && (entry.core.position?.seq ?? -1);
    },
    peers: tabs && {
      get isSender() {
        return tabs.isLeader;
      },
      emit: (message) => tabs.post({ type: 'outbox', message }),
    },
  });
  const connectionOptions = {
    address: realtimeAddress(client.baseUrl),
    token: client.token,
    openSocket: options.openSocket ?? openSocket,
    random,
    now,
    onState: enter,
    onFrame: receive,
  };
  const connection = tabs
    ? createSharedConnection(tabs, {
        ...connectionOptions,
        onResubscribe: (binderId) => replicas.get(binderId)?.core.connected(),
      })
    : createConnection(connectionOptions);
  tabs?.onLead(outbox.lead);
  tabs?.onMessage((message) => {
    if (message.type === 'outbox') outbox.receive(message.message);
    else if (message.type === 'lead') outbox.follow();
    else if (message.type === 'sign_out') void remove().catch(report);
  });
  const forgetNetwork = followNetwork({
    onReturned: () => connection.reconnect(),
    onLost: () => connection.loseNetwork(),
  });

  function enter(state: ConnectionState): void {
    if (state.status === 'online') {
      user.resolve(state.user.id);
      if (user.value !== state.user.id) {
        connection.signOut('the access token is of another user');
        return;
      }
    }
    states.emit(state);
    const isLost = wasOnline && state.status === 'offline';
    wasOnline = state.status === 'online';
    if (state.status !== 'online') {
      // A server that is shutting down still responds to running requests, so let them continue.
      if (isLost && (state.reason === 'silent' || state.reason === 'unreachable')) outbox.interrupt();
      for (const { core } of [...replicas.values()]) core.disconnected();
      return;
    }
    lists.connected();
    for (const { core } of [...replicas.values()]) core.connected();
    outbox.wake();
  }

  function requestBinders(): void {
    if (connection.state.status === 'online')
      connection.send({ type: 'subscribe_self', id: LIST_REQUEST_ID });
  }

  function receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'entries':
      case 'snapshot':
      case 'unsubscribed':
        replicas.get(frame.binder_id)?.core.receive(frame);
        break;
      case 'refused':
        if (frame.id === LIST_REQUEST_ID) lists.refuse(frame);
        else [...replicas.values()].some(({ core }) => core.refuse(frame));
        break;
      case 'binders':
      case 'binder_changed':
      case 'binder_removed':
      case 'categories':
        receiveList(frame);
        break;
      case 'ephemeral':
        ephemerals.emit(frame);
        break;
      case 'read_marks':
        readMarks.emit(frame);
    }
  }

  function receiveList(frame: ListFrame): void {
    lists.receive(frame);
    if (frame.type === 'binders' || frame.type === 'binder_removed') void forgetLost(frame).catch(report);
  }

  async function forgetLost(
    frame: Extract<ListFrame, { type: 'binders' | 'binder_removed' }>,
  ): Promise<void> {
    const userId = await user.promise;
    const stored = await storage.listReplicas(userId);
    const readable = frame.type === 'binders' && new Set(frame.binders.map(({ binder }) => binder.id));
    const lost = stored.filter((id) =>
      readable ? !readable.has(id) : frame.type === 'binder_removed' && id === frame.binder_id,
    );
    for (const binderId of lost) await storage.removeReplica(userId, binderId);
  }

  function open(binderId: string): { core: BinderReplica; views: number } {
    const core = createBinderReplica({
      binderId,
      client,
      storage,
      userId: user.promise,
      random,
      report,
      send: connection.send,
      nextRequestId: () => ++requests,
      onPosition: (isOtherHistory) => outbox.confirm(binderId, isOtherHistory),
      onEntries: (entries) => outbox.receiveEntries(binderId, entries),
      onEnd: () => void replicas.delete(binderId),
    });
    const entry = { core, views: 0 };
    replicas.set(binderId, entry);
    if (connection.state.status === 'online') core.connected();
    return entry;
  }

  async function remove(): Promise<void> {
    await close();
    if (user.value !== undefined) await storage.clear(user.value);
  }

  async function close(): Promise<void> {
    forgetNetwork();
    lists.close();
    // Replicas close first, because they unsubscribe over the connection.
    const written = [...replicas.values()].map(({ core }) => core.close());
    connection.close();
    user.reject(closed);
    await Promise.all([...written, outbox.close()]);
  }

  return {
    get state() {
      return connection.state;
    },
    onState: states.add,
    subscribe(binderId) {
      if (connection.state.status === 'closed') throw new Error('the channel is closed');
      const entry = replicas.get(binderId) ?? open(binderId);
      entry.views++;
      return createReplica(binderId, {
        core: entry.core,
        outbox,
        openWindow: () => createMessageWindow({ binderId, client, core: entry.core, random, report }),
        onClose() {
          entry.views--;
          if (entry.views > 0) return;
          if (replicas.get(binderId) === entry) replicas.delete(binderId);
          outbox.confirm(binderId);
          entry.core.close().catch(report);
        },
      });
    },
    binders: lists.open,
    publish(input) {
      if (connection.state.status !== 'online' || connection.bufferedAmount > MAX_BUFFERED_BYTES)
        return false;
      return connection.send({ type: 'publish', ...input });
    },
    onEphemeral: ephemerals.add,
    onReadMarks: readMarks.add,
    reconnect: connection.reconnect,
    check: connection.check,
    async signOut() {
      tabs?.post({ type: 'sign_out' });
      await remove();
    },
    close,
  };
}
