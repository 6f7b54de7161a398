import type { Position } from '@ringbinder/protocol';
import type { Listener } from '../listeners.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { BinderState } from '../replica/state.ts';
import type { MessageToSend, OutboxItem } from '../types.ts';
import type { BinderReplica } from './binder-replica.ts';
import type { MessageWindow } from './message-window.ts';
import type { ReplicaChange, ReplicaStatus } from './replica-events.ts';

export interface Replica {
  readonly binderId: string;
  /** Undefined until loaded, and after the user has lost access. */
  readonly state: BinderState | undefined;
  readonly position: Position | undefined;
  readonly status: ReplicaStatus;
  /** False while truncated lists are being loaded. */
  readonly isComplete: boolean;
  /** Your messages that `state` does not contain yet, oldest first. */
  readonly pending: readonly OutboxItem[];
  onChange(listener: Listener<ReplicaChange>): () => void;
  /** Rejects with RingbinderError. */
  loadOlder(count?: number): Promise<void>;
  /** Close the range after use. */
  messageWindow(): MessageWindow;
  /** The client sends the message when connected. */
  send(message: MessageToSend | string): OutboxItem;
  /** Returns false if no rejected message has this id. */
  retry(clientId: string, message?: MessageToSend | string): boolean;
  /** Returns false unless the message is waiting or rejected. The server may already have posted it. */
  drop(clientId: string): boolean;
  /** Stops updates. The client still sends queued messages. */
  close(): void;
}

const OLDER_MESSAGES = 50;

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
