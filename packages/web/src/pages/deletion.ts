import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { nameOf } from '../binder/page-name.ts';
import { toast } from '../design/toast.tsx';
import type { PageActions } from './actions.ts';

/** Time to undo a deletion. Others see the deletion afterwards. */
const UNDO_MS = 8_000;

export interface Deletion {
  count: number;
  /** Name of the first page. */
  name: string;
  undo(): void;
  confirm(): void;
}

type Decide = (isWanted: boolean) => void;

export interface Deletions {
  readonly last: ReadonlySignal<Deletion | undefined>;
  remove(pages: readonly PageWithoutAnnotations[]): void;
}

const byActions = new WeakMap<PageActions, Deletions>();

/** The deletions of a binder, shared by the grid and the page view. */
export function deletionsOf(actions: PageActions): Deletions {
  const existing = byActions.get(actions) ?? createDeletions(actions);
  byActions.set(actions, existing);
  return existing;
}

function createDeletions(actions: PageActions): Deletions {
  const last = signal<Deletion | undefined>(undefined);

  async function carryOut(
    pages: readonly PageWithoutAnnotations[],
    isWanted: Promise<boolean>,
  ): Promise<void> {
    try {
      await actions.removeAll(
        pages.map(({ id }) => id),
        isWanted,
      );
    } catch (error) {
      if (await isWanted) toast((error as Error).message);
    }
  }

  return {
    last,
    remove(pages) {
      const [first] = pages;
      if (!first) return;
      last.peek()?.confirm();
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const decide: Decide = (isWanted) => {
        clearTimeout(timer);
        removeEventListener('pagehide', confirm);
        if (last.peek() === deletion) last.value = undefined;
        resolve(isWanted);
      };
      const confirm = () => decide(true);
      const deletion: Deletion = {
        count: pages.length,
        name: nameOf(first),
        undo: () => decide(false),
        confirm,
      };
      const timer = setTimeout(confirm, UNDO_MS);
      addEventListener('pagehide', confirm);
      last.value = deletion;
      void carryOut(pages, promise);
    },
  };
}
