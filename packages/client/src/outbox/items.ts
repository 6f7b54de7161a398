import type { OutboxItem, SendState } from '../types.ts';

const NONE: readonly OutboxItem[] = [];

export function createOutboxItems(onChange: (binderId: string) => void) {
  const lists = new Map<string, readonly OutboxItem[]>();

  function of(binderId: string): readonly OutboxItem[] {
    return lists.get(binderId) ?? NONE;
  }

  function set(binderId: string, list: readonly OutboxItem[]): void {
    if (list.length > 0) lists.set(binderId, list);
    else lists.delete(binderId);
    onChange(binderId);
  }

  return {
    of,
    all: () => [...lists.values()].flat(),
    binders: () => [...lists.keys()],
    find: (clientId: string) => [...lists.values()].flat().find((item) => item.clientId === clientId),

    insert(item: OutboxItem): void {
      const items = of(item.binderId);
      const place = items.findLastIndex(({ createdTime }) => createdTime <= item.createdTime) + 1;
      set(item.binderId, items.toSpliced(place, 0, item));
    },

    update(item: OutboxItem): boolean {
      const list = of(item.binderId);
      const at = list.findIndex(({ clientId }) => clientId === item.clientId);
      if (at >= 0) set(item.binderId, list.with(at, item));
      return at >= 0;
    },

    remove(binderId: string, clientId: string): void {
      const list = of(binderId);
      const rest = list.filter((item) => item.clientId !== clientId);
      if (rest.length < list.length) set(binderId, rest);
    },

    confirm(binderId: string, seq: number | undefined): void {
      const list = of(binderId);
      const rest = list.filter(({ state }) => !isConfirmedByEntry(state, seq));
      if (rest.length < list.length) set(binderId, rest);
    },
  };
}

function isConfirmedByEntry(state: SendState, seq: number | undefined): boolean {
  return state.status === 'sent' && (seq === undefined || state.seq === undefined || state.seq <= seq);
}
