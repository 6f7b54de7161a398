export const sections = {
  label: 'Binder sections',
  chat: 'Chat',
  pages: 'Pages',
  todos: 'To-dos',
  transactions: 'Approvals',
  meets: 'Meetings',
  members: 'Members',
} as const;
