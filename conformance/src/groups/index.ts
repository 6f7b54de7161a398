import type { Group } from '../check.ts';
import { administration } from './administration.ts';
import { annotations } from './annotations.ts';
import { auth } from './auth.ts';
import { bindersGroup } from './binders.ts';
import { bots } from './bots.ts';
import { categoriesGroup } from './categories.ts';
import { clientCalls } from './client-calls.ts';
import { errors } from './errors.ts';
import { existingClients } from './existing-clients.ts';
import { files } from './files.ts';
import { fileKinds } from './files-kinds.ts';
import { history } from './history.ts';
import { http } from './http.ts';
import { idempotency } from './idempotency.ts';
import { limits } from './limits.ts';
import { listCalls } from './lists.ts';
import { log } from './log.ts';
import { meets } from './meets.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { messageForms } from './messages-forms.ts';
import { markedMessages } from './messages-marked.ts';
import { messagesOfPeople } from './messages-people.ts';
import { richMessages } from './messages-rich.ts';
import { operations } from './operations.ts';
import { pageComments } from './page-comments.ts';
import { pages } from './pages.ts';
import { pagesChanging } from './pages-changing.ts';
import { pagesMade } from './pages-created.ts';
import { pagesUpdated } from './pages-updated.ts';
import { pagesViewed } from './pages-viewed.ts';
import { realtime } from './realtime.ts';
import { refreshing } from './refresh.ts';
import { sandboxTime } from './sandbox.ts';
import { todos } from './todos.ts';
import { tokens } from './token.ts';
import { transactions } from './transactions.ts';
import { uniqueIdentifier } from './unique-identifier.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';

export { onAllAnswers } from './operations.ts';

/** Every group of checks. Those that wait begin first, so that a run is not longer than they are. */
export const groups: Group[] = [
  todos,
  bots,
  refreshing,
  realtime,
  log,
  history,
  http,
  listCalls,
  errors,
  auth,
  tokens,
  uniqueIdentifier,
  users,
  bindersGroup,
  members,
  messages,
  messagesOfPeople,
  richMessages,
  messageForms,
  markedMessages,
  files,
  fileKinds,
  uploads,
  pages,
  pagesChanging,
  pagesMade,
  pagesUpdated,
  pagesViewed,
  pageComments,
  annotations,
  transactions,
  meets,
  categoriesGroup,
  clientCalls,
  limits,
  idempotency,
  administration,
  sandboxTime,
  existingClients,
  operations,
];
