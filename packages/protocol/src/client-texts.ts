/**
 * Texts that a client can replace in its embedded modules, with the ids of their messages in the catalogues. They name
 * the sections of a binder.
 */
export const clientTexts = {
  'chat.title': 'binder.sections.chat',
  'pages.title': 'binder.sections.pages',
  'todos.title': 'binder.sections.todos',
  'approvals.title': 'binder.sections.transactions',
  'meetings.title': 'binder.sections.meets',
  'members.title': 'binder.sections.members',
} as const;

export type ClientTextId = keyof typeof clientTexts;

/** By language, as the API names it. */
export type ClientTexts = Partial<Record<ClientTextId, Readonly<Record<string, string>>>>;
