import type { Position } from '@ringbinder/protocol';
import type { Listener } from '../listeners.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { BinderState } from '../replica/state.ts';
import type { MessageToSend, OutboxItem } from '../types.ts';
import type { BinderReplica } from './binder-replica.ts';
import type { MessageWindow } from './message-window.ts';
import type { ReplicaChange, ReplicaStatus } from './replica-events.ts';

/** A binder that lives here: its state, which goes on as the binder does. */
export interface Replica {
  readonly binderId: string;
  /** Undefined until something is known of it, and again when it may not be read any more. */
  readonly state: BinderState | undefined;
  /** Where in the history of the binder the state stands. */
  readonly position: Position | undefined;
  readonly status: ReplicaStatus;
  /** False while lists that were too long for one answer are being read. */
  readonly isComplete: boolean;
  /** Messages of one's own that are on their way, oldest first: to be shown behind those of the state. */
  readonly pending: readonly OutboxItem[];
  /** Calls a function after each change; gives the function that ends it. */
  onChange(listener: Listener<ReplicaChange>): () => void;
  /** Reads messages before those that are held. Throws RingbinderError. */
  loadOlder(count?: number): Promise<void>;
  /** Opens a window on the messages, which moves through all of them and holds some. It is to be closed. */
  messageWindow(): MessageWindow;
  /** Sends a message. It is `pending` at once, and is sent when there is a connection. */
  send(message: MessageToSend | string): OutboxItem;
  /** Sends what was refused again, or something else in its place. False when there is no such item. */
  retry(clientId: string, message?: MessageToSend | string): boolean;
  /** Takes back what waits or was refused. One whose answer was lost may have been posted all the same. */
  drop(clientId: string): boolean;
  /** Ends this subscription. What was given to `send` is sent all the same. */
  close(): void;
}

const OLDER_MESSAGES = 50;

/** One view of a binder's replica, of which there may be several. */
export function createReplica(
  binderId: string,
  {
    core,
    outbox,
    openWindow,
    onClose,
  }: { core: BinderReplica; outbox: Outbox; openWindow(): MessageWindow; onClose(): void },
): Replica {
  const removals = new Set<() => void>();
  let isClosed = false;
  const bodyOf = (message: MessageToSend | string): MessageToSend =>
    typeof message === 'string' ? { message: { text: message } } : message;
  return {
    binderId,
    get state() {
      return core.state;
    },
    get position() {
      return core.position;
    },
    get status() {
      return core.status;
    },
    get isComplete() {
      return core.isComplete;
    },
    get pending() {
      return outbox.items(binderId);
    },
    onChange(listener) {
      if (isClosed) return () => undefined;
      const remove = core.listeners.add(listener);
      removals.add(remove);
      return remove;
    },
    loadOlder: (count = OLDER_MESSAGES) => core.loadOlder(count),
    messageWindow: openWindow,
    send: (message) => outbox.add(binderId, bodyOf(message)),
    retry: (clientId, message) => outbox.retry(clientId, message === undefined ? undefined : bodyOf(message)),
    drop: (clientId) => outbox.drop(clientId),
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const remove of removals) remove();
      onClose();
    },
  };
}
