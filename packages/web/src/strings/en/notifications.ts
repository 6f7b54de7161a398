import { sentences } from './sentences.ts';

/** Titles of the page, the same in each language. */
export const notifications = sentences({
  title: (binder: string) => `${binder} · Ringbinder`,
  titleWith: (unread: string, title: string) => `(${unread}) ${title}`,
});
