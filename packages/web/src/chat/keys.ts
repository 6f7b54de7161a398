import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { ChatState } from './chat-state.ts';
import { useChat } from './context.ts';
import type { Row } from './rows.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export function useRowKeys(viewport: RefObject<HTMLElement | null>) {
  const chat = useChat();
  const current = useSignal<number | undefined>(undefined);
  const rows = () => [...(viewport.current?.querySelectorAll<HTMLElement>('li[data-id]') ?? [])];

  function onKeyDown(event: KeyboardEvent): void {
    const row = event.target;
    if (!(row instanceof HTMLElement) || row.dataset.id === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = rows();
    const step = STEPS[event.key];
    let next: HTMLElement | undefined;
    if (step !== undefined) next = all[all.indexOf(row) + step];
    else if (event.key === 'Home') next = all[0];
    else if (event.key === 'End') {
      chat.showNewest();
      next = all.at(-1);
    } else return;
    event.preventDefault();
    if (!next && event.key === 'ArrowDown') focusComposer(chat);
    else next?.focus();
  }

  return {
    list: {
      onKeyDown,
      onFocusIn: (event: FocusEvent) => {
        const row = event.target instanceof Element ? event.target.closest<HTMLElement>('li[data-id]') : null;
        if (row) current.value = Number(row.dataset.id);
      },
    },
    isStop(row: Row, all: readonly Row[]): boolean {
      if (!('id' in row)) return false;
      const isThere = all.some((each) => 'id' in each && each.id === current.value);
      return isThere ? row.id === current.value : row === all.findLast((each) => 'id' in each);
    },
  };
}

export function focusComposer({ scope }: Pick<ChatState, 'scope'>): void {
  document.querySelector<HTMLElement>(`${scope} [data-composer]`)?.focus();
}
