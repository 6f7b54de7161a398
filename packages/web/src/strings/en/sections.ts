/** The parts of a binder. */
export const sections = {
  label: 'Parts of the binder',
  chat: 'Chat',
  pages: 'Pages',
  todos: 'To-dos',
  transactions: 'Transactions',
  members: 'Members',
} as const;
