// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const transactionPage = messages('transaction-page', {
  reassign: 'Reassign',
  reassignLabel: (name: string) => `Reassign the step of ${name}`,
  reassignTitle: 'Reassign this step',
  reassignHint: (name: string) =>
    `The step will no longer wait for ${name}, and links sent to ${name} stop working. Both people are notified in the chat.`,
  newAssignee: 'New assignee',
  choosePerson: 'Select a person',
  reassigned: (name: string) => `Reassigned to ${name}`,
  actionsOf: (title: string) => `More actions: ${title}`,
  due: 'Due date',
  dueTitle: 'Due date',
  dueHint: 'The people whose turn it is are reminded in the chat. Without a date, nobody is.',
  stop: 'Stop',
  stopped: 'Stopped: no one can answer until it is reopened',
  reopen: 'Reopen',
  reopened: 'Reopened',
  rename: 'Rename',
  renameTitle: 'Rename the request',
  save: 'Save',
  delete: 'Delete',
  deleteTitle: 'Delete this request?',
  deleteConsequence:
    'It will be deleted for everyone in the binder, with all answers. Chat messages about it stay.',
  gone: 'Request',
  goneTitle: 'This request is not available',
  goneHint: 'It was deleted, or the address is mistyped. Find other requests in the list.',
  sideBySide: 'In parallel, in any order',
  remind: 'Remind',
  reminded: 'Reminder sent',
  viewed: 'Viewed',
  notViewed: 'Not viewed yet',
  observers: (names: string) => `Observers: ${names}`,
});
