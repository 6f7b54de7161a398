import { count } from './count.ts';
import { sentences } from './sentences.ts';

export const home = sentences({
  mentions: 'Mentions and replies',
  unread: (value: number) => `${value} unread`,
  empty: 'You’re all caught up: nothing is waiting for you.',
  /** After the name of the link, for screen readers. */
  waiting: (value: number) => `${count(value, 'item waits', 'items wait')} for you`,
  open: 'Open',
  openNamed: (title: string) => `Open ${title}`,
  requestedBy: (name: string) => `Requested by ${name}`,
  /** @param day such as “today”, which begins a line */
  on: (day: string, time: string) => `${day.charAt(0).toUpperCase()}${day.slice(1)}, ${time}`,
  happened: {
    mention: (name: string) => `${name} mentioned you`,
    reply: (name: string) => `${name} replied in a thread`,
  },
  isUnread: 'Unread',
});
