import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageComment } from '@ringbinder/protocol';
import type { PagePoint } from './viewport.ts';

export interface Thread {
  comments: readonly [PageComment, ...PageComment[]];
  position?: PagePoint;
  number?: number;
}

export function threadsOf(comments: readonly PageComment[]): Thread[] {
  const threads: (Omit<Thread, 'comments'> & { comments: [PageComment, ...PageComment[]] })[] = [];
  const byPlace = new Map<string, (typeof threads)[number]>();
  for (const comment of comments) {
    const { x, y } = comment;
    if (x === undefined || y === undefined) {
      threads.push({ comments: [comment] });
      continue;
    }
    const key = `${x} ${y}`;
    const existing = byPlace.get(key);
    if (existing) {
      existing.comments.push(comment);
      continue;
    }
    const thread = { comments: [comment] as [PageComment], position: { x, y }, number: byPlace.size + 1 };
    byPlace.set(key, thread);
    threads.push(thread);
  }
  return threads;
}

export interface CommentFocus {
  isOpen: ReadonlySignal<boolean>;
  isPlacing: ReadonlySignal<boolean>;
  draft: ReadonlySignal<PagePoint | undefined>;
  active: ReadonlySignal<number | undefined>;
  open(): void;
  close(): void;
  beginPlacing(): void;
  /** Clears the selection and an unsent comment. */
  leave(): void;
  stopPlacing(): void;
  place(point: PagePoint): void;
  forget(): void;
  show(commentId: number | undefined): void;
}

export function createCommentFocus(): CommentFocus {
  const isOpen = signal(false);
  const isPlacing = signal(false);
  const draft = signal<PagePoint | undefined>(undefined);
  const active = signal<number | undefined>(undefined);
  const leave = () => {
    isPlacing.value = false;
    draft.value = undefined;
    active.value = undefined;
  };
  return {
    isOpen,
    isPlacing,
    draft,
    active,
    open() {
      isOpen.value = true;
    },
    close() {
      isOpen.value = false;
      leave();
    },
    leave,
    beginPlacing() {
      isPlacing.value = true;
    },
    stopPlacing() {
      isPlacing.value = false;
    },
    place(point) {
      isPlacing.value = false;
      active.value = undefined;
      draft.value = { x: round(point.x), y: round(point.y) };
      isOpen.value = true;
    },
    forget() {
      draft.value = undefined;
    },
    show(commentId) {
      active.value = commentId;
      if (commentId !== undefined) isOpen.value = true;
    },
  };
}

const round = (units: number) => Math.round(units * 100) / 100;
