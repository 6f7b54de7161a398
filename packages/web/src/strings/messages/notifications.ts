// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const notifications = messages('notifications', {
  title: (binder: string) => `${binder} · Ringbinder`,
  titleWith: (unread: string, title: string) => `(${unread}) ${title}`,
});
