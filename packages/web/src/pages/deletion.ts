import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageDocument } from '../binder/documents.ts';
import { startPausableTimer } from '../design/pausable-timer.ts';
import { toastError } from '../design/toast.tsx';
import type { PageActions } from './actions.ts';

/** Other users see a deletion only after this time. */
const UNDO_MS = 8_000;

export interface Deletion {
  count: number;
  name: string;
  undo(): void;
  confirm(): void;
}

type Decide = (isConfirmed: boolean) => void;

type Removed = Pick<PageDocument, 'name' | 'pages'>;

export interface Deletions {
  readonly last: ReadonlySignal<Deletion | undefined>;
  remove(documents: readonly Removed[]): void;
  /** The documents of the section remain, without a section. */
  removeSection(section: { id: number; name: string }): void;
}

const byActions = new WeakMap<PageActions, Deletions>();

export function deletionsOf(actions: PageActions): Deletions {
  const existing = byActions.get(actions) ?? createDeletions(actions);
  byActions.set(actions, existing);
  return existing;
}

function createDeletions(actions: PageActions): Deletions {
  const last = signal<Deletion | undefined>(undefined);

  function begin(
    { count, name }: { count: number; name: string },
    carryOut: (isConfirmed: Promise<boolean>) => Promise<void>,
  ): void {
    last.peek()?.confirm();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const decide: Decide = (isConfirmed) => {
      cancel();
      removeEventListener('pagehide', confirm);
      if (last.peek() === deletion) last.value = undefined;
      resolve(isConfirmed);
    };
    const confirm = () => decide(true);
    const deletion: Deletion = { count, name, undo: () => decide(false), confirm };
    const cancel = startPausableTimer(UNDO_MS, '.bulk-said', confirm);
    addEventListener('pagehide', confirm);
    last.value = deletion;
    carryOut(promise).catch(async (error: Error) => {
      if (await promise) toastError(error.message);
    });
  }

  return {
    last,
    remove(documents) {
      const [first] = documents;
      if (!first) return;
      const ids = documents.flatMap(({ pages }) => pages.map(({ id }) => id));
      begin({ count: documents.length, name: first.name }, (isConfirmed) =>
        actions.removeAll(ids, isConfirmed),
      );
    },
    removeSection({ id, name }) {
      begin({ count: 1, name }, (isConfirmed) => actions.sections.remove(id, isConfirmed));
    },
  };
}
