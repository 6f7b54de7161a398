import type { Step } from '@ringbinder/protocol';

export const unreadIn = ({ pages = [] }: Step, userId: string): NonNullable<Step['pages']> =>
  pages.filter(({ read_by }) => !read_by.some(({ user_id }) => user_id === userId));
