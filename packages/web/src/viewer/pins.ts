import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageComment } from '@ringbinder/protocol';
import type { PagePoint } from './viewport.ts';

export interface Thread {
  comments: readonly [PageComment, ...PageComment[]];
  position?: PagePoint;
  number?: number;
  isResolved: boolean;
}

export const isOpen = ({ resolved_time }: PageComment) => resolved_time === undefined;

export function threadsOf(comments: readonly PageComment[]): Thread[] {
  const threads = new Map<string, Omit<Thread, 'comments'> & { comments: [PageComment, ...PageComment[]] }>();
  let pins = 0;
  for (const comment of comments) {
    const { id, reply_to, x, y } = comment;
    const position = x === undefined || y === undefined ? undefined : { x, y };
    // Older clients reply at the position, without `reply_to`.
    const key = position ? `${x} ${y}` : `${reply_to ?? id}`;
    const thread = threads.get(key);
    if (thread) {
      thread.comments.push(comment);
      thread.isResolved &&= !isOpen(comment);
    } else
      threads.set(key, {
        comments: [comment],
        isResolved: !isOpen(comment),
        ...(position && { position, number: ++pins }),
      });
  }
  return [...threads.values()];
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
  /** An unsent comment keeps its place while the comments are closed. */
  let closedDraft: PagePoint | undefined;
  const deselect = () => {
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
      draft.value = closedDraft;
    },
    close() {
      closedDraft = draft.peek();
      isOpen.value = false;
      deselect();
    },
    leave() {
      closedDraft = undefined;
      deselect();
    },
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
      closedDraft = undefined;
      draft.value = undefined;
    },
    show(commentId) {
      active.value = commentId;
      if (commentId !== undefined) isOpen.value = true;
    },
  };
}

const round = (units: number) => Math.round(units * 100) / 100;
