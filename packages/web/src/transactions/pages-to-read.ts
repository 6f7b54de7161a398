import type { Step } from '@ringbinder/protocol';

/** The pages that the user has not opened to the end. */
export const unreadIn = ({ pages = [] }: Step, userId: string): NonNullable<Step['pages']> =>
  pages.filter(({ read_by }) => !read_by.some(({ user_id }) => user_id === userId));
