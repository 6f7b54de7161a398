export const clientTexts = {
  'chat.title': ['binder.sections.chat', 'meeting.bar.chat'],
  'pages.title': ['binder.sections.pages', 'pages.title', 'history.parts.pages', 'clip.sources.pages'],
  'todos.title': ['binder.sections.todos', 'history.parts.todos'],
  'approvals.title': ['binder.sections.transactions', 'transactions.title', 'history.parts.transactions'],
  'meetings.title': ['binder.sections.meets', 'meets.title', 'meeting-list.title'],
  'members.title': ['binder.sections.members', 'history.parts.users', 'clip.links.members'],
  'binders.title': ['app.home', 'find.groups.binders', 'template-runs.binders'],
  'home.title': ['app.forYou'],
  'inbox.title': ['home.waitingPage.title'],
  'mentions.title': ['home.mentions'],
  'saved.title': ['later.section'],
  'documents.title': ['pages.views.pages', 'pages.documents'],
  'files.title': ['pages.views.files'],
  'comments.title': ['comments.title', 'viewer.comments.title', 'history.comments'],
  'history.title': ['history.title', 'timeline-menus.history'],
  'templates.title': ['template-saving.manage'],
  'bots.title': ['members.bots'],
  'pages.empty': ['pages.empty'],
  'files.empty': ['pages.noFiles'],
  'approvals.empty': ['transactions.empty'],
  'meetings.empty': ['meets.empty'],
  'binder.name': ['clip.binder', 'transaction-audit.binder'],
  'page.name': ['find.types.page', 'chat-tools.search.types.page'],
  'todo.name': ['todos.name', 'find.types.todo', 'chat-tools.search.types.todo'],
  'approval.name': ['find.types.transaction', 'chat-tools.search.types.transaction', 'transaction-page.gone'],
  'meeting.name': ['find.types.meet', 'chat-tools.search.types.meet', 'meeting.title', 'meeting.untitled'],
  'note.name': ['pages.addNote'],
  'whiteboard.name': ['pages.addWhiteboard'],
  'bot.name': ['members.adding.bot', 'person.bot', 'chat.composer.bot'],
  'binder.new': ['timeline-menus.newBinder'],
  'approval.new': ['transaction-form.heading'],
  'approval.request': ['transaction-form.button'],
  'todo.new': ['todos.add'],
  'meeting.schedule': ['meets.schedule', 'meets.dialog.schedule'],
  'meeting.start': ['view.meetButton.start', 'chat.composer.meet'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ClientTextId = keyof typeof clientTexts;

export type ClientTexts = Partial<Record<ClientTextId, Readonly<Record<string, string>>>>;

export type OwnTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;
