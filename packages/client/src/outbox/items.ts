import type { RealtimeEntry } from '@ringbinder/protocol';
import type { OutboxItem, SendState } from './item.ts';
import { isPostedAs } from './post.ts';

const NONE: readonly OutboxItem[] = [];

/** The items of an outbox, binder by binder, in the order in which they were given; and which of them are to be shown. */
export function createOutboxItems(onChange: (binderId: string) => void) {
  const lists = new Map<string, readonly OutboxItem[]>();
  /** The items of each binder that no entry shows yet. */
  const shown = new Map<string, readonly OutboxItem[]>();
  /** Items whose entry came before the answer, by what it posted. */
  const heard = new Map<string, number>();

  function of(binderId: string): readonly OutboxItem[] {
    return lists.get(binderId) ?? NONE;
  }

  function set(binderId: string, list: readonly OutboxItem[]): void {
    if (list.length > 0) lists.set(binderId, list);
    else lists.delete(binderId);
    show(binderId);
  }

  function show(binderId: string): void {
    const list = of(binderId).filter(({ clientId }) => !heard.has(clientId));
    if (list.length > 0) shown.set(binderId, list);
    else shown.delete(binderId);
    onChange(binderId);
  }

  return {
    of,
    shown: (binderId: string) => shown.get(binderId) ?? NONE,
    all: () => [...lists.values()].flat(),
    binders: () => [...lists.keys()],
    find: (clientId: string) => [...lists.values()].flat().find((item) => item.clientId === clientId),

    /** Puts an item behind those that are older. */
    insert(item: OutboxItem): void {
      const held = of(item.binderId);
      const place = held.findLastIndex(({ createdTime }) => createdTime <= item.createdTime) + 1;
      set(item.binderId, held.toSpliced(place, 0, item));
    },

    /** Puts an item in the place of what has its id. False when there is none. */
    update(item: OutboxItem): boolean {
      const list = of(item.binderId);
      const at = list.findIndex(({ clientId }) => clientId === item.clientId);
      if (at >= 0) set(item.binderId, list.with(at, item));
      return at >= 0;
    },

    remove(binderId: string, clientId: string): void {
      heard.delete(clientId);
      set(
        binderId,
        of(binderId).filter((item) => item.clientId !== clientId),
      );
    },

    /**
     * The entry of a message may come before the answer to its POST. Then it is told by its author and its words; the id
     * in the answer decides. Until then the item is only not shown, so that one that was taken for another is not lost.
     */
    hear(binderId: string, entries: readonly RealtimeEntry[], ownId: string | undefined): void {
      const sending = of(binderId).find(
        ({ state, clientId }) => state.status === 'sending' && !heard.has(clientId),
      );
      if (!sending) return;
      for (const { kind, actor, changes } of entries) {
        if (kind !== 'message_posted' || actor.id !== ownId) continue;
        const posted = changes.find((change) => change.type === 'message');
        if (!posted?.value || !isPostedAs(sending, posted.value)) continue;
        heard.set(sending.clientId, posted.id);
        show(binderId);
        return;
      }
    },

    /** An item was answered: what was heard of it counts only where the answer says the same. */
    compareHeard({ clientId, state }: OutboxItem): void {
      if (state.status !== 'sent' || heard.get(clientId) !== state.messageId) heard.delete(clientId);
    },

    /** The entries up to `seq` are there (undefined: whatever was sent is shown by them, or by nobody). */
    confirm(binderId: string, seq: number | undefined): void {
      const list = of(binderId);
      const rest = list.filter(({ state }) => !isShownByEntry(state, seq));
      if (rest.length === list.length) return;
      for (const { clientId } of list)
        if (!rest.some((item) => item.clientId === clientId)) heard.delete(clientId);
      set(binderId, rest);
    },
  };
}

function isShownByEntry(state: SendState, seq: number | undefined): boolean {
  return state.status === 'sent' && (seq === undefined || state.seq === undefined || state.seq <= seq);
}
