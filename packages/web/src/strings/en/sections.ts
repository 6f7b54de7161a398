/** The parts of a binder. */
export const sections = {
  label: 'Parts of the binder',
  chat: 'Chat',
  pages: 'Pages',
  todos: 'To-dos',
  transactions: 'Transactions',
  meets: 'Meets',
  members: 'Members',
} as const;
