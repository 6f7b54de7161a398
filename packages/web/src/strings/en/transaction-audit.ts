import { sentences } from './sentences.ts';

export const transactionAudit = sentences({
  title: (title: string) => `Audit: ${title}`,
  print: 'Print',
  askedBy: 'Requested by',
  binder: 'Binder',
  state: 'Status',
  states: { open: 'In progress', stopped: 'Stopped', completed: 'Completed', rejected: 'Rejected' },
  number: 'Number',
  numberOf: (binderId: string, id: number) => `${binderId} / ${id}`,
  made: 'Created',
  content: 'Details',
  steps: 'Steps',
  waiting: {
    waiting: 'Upcoming',
    current: 'Current',
    completed: 'Done',
    skipped: 'No longer needed',
  },
  answered: (button: string) => `Answered “${button}”`,
  entries: 'Activity',
  entry: (seq: number) => `Entry ${seq} of the binder’s log`,
  happened: {
    transaction_created: 'requested this',
    transaction_updated: 'changed it',
    renamed: (title: string) => `renamed it to “${title}”`,
    stopped: 'stopped it',
    opened: 'reopened it',
    transaction_deleted: 'deleted it',
    ended: (outcome: string) => `ended it: ${outcome}`,
    transaction_reopened: 'reopened a step',
    pressed: (button: string, person?: string) => `pressed “${button}”${person ? ` for ${person}` : ''}`,
    step_link_created: 'created a link to answer without signing in',
    step_link_used: 'answered through a link',
    added: (name: string) => `added ${name} to an overdue step`,
    reassigned: (name: string, previous: string) => `reassigned a step from ${previous} to ${name}`,
    unavailable: (name: string, reason: 'left' | 'disabled') =>
      reason === 'left'
        ? `${name}, who has an open step, is no longer in the binder`
        : `${name}, who has an open step, was disabled`,
    available: (name: string) => `${name}, who has an open step, is back`,
    erased: 'a person who was erased',
  },
  documentsThen: 'Documents in the binder at that time',
  sameDocuments: 'The documents are the same as at the previous answer.',
  noDocuments: 'There were no documents in the binder.',
  sha256: (hash: string) => `SHA-256 ${hash}`,
});
