import { sentences } from './sentences.ts';

/** The page of a transaction, and its changes. */
export const transactionPage = sentences({
  reassign: 'Reassign',
  reassignLabel: (name: string) => `Reassign the step of ${name}`,
  reassignTitle: 'Reassign this step',
  reassignHint: (name: string) =>
    `The step will no longer wait for ${name}, and links sent to ${name} stop working. Both people are notified in the chat.`,
  newAssignee: 'New assignee',
  choosePerson: 'Select a person',
  reassigned: (name: string) => `Reassigned to ${name}`,
  stop: 'Stop',
  stopped: 'Stopped: nobody can answer until it is opened again',
  reopen: 'Open again',
  reopened: 'Opened again',
  rename: 'Rename',
  renameTitle: 'Rename the transaction',
  save: 'Save',
  delete: 'Delete',
  deleteTitle: 'Delete this transaction?',
  deleteConsequence:
    'Everybody in the binder loses it, with all answers. What was written about it in the chat stays.',
  gone: 'Transaction',
  goneTitle: 'This transaction is not there',
  goneHint: 'It was deleted, or the address is mistyped. The others are in the list.',
  createdBy: (name: string) => `Asked for by ${name}`,
  sideBySide: 'Side by side, in any order',
});
