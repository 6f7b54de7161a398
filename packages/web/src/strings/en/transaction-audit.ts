import { sentences } from './sentences.ts';

/** The audit of one transaction. */
export const transactionAudit = sentences({
  title: (title: string) => `Audit: ${title}`,
  print: 'Print',
  askedBy: 'Asked for by',
  binder: 'Binder',
  state: 'How it stands',
  states: { open: 'In progress', stopped: 'Stopped', completed: 'Completed', rejected: 'Rejected' },
  number: 'Number',
  numberOf: (binderId: string, id: number) => `${binderId} / ${id}`,
  made: 'Written',
  content: 'Details',
  steps: 'Steps',
  waiting: {
    waiting: 'Comes later',
    current: 'Asked now',
    completed: 'Done',
    skipped: 'Not needed any more',
  },
  answered: (button: string) => `Answered “${button}”`,
  entries: 'What happened',
  entry: (seq: number) => `Entry ${seq} of the binder’s log`,
  happened: {
    transaction_created: 'asked for this',
    transaction_updated: 'changed it',
    renamed: (title: string) => `named it “${title}”`,
    stopped: 'stopped it',
    opened: 'opened it',
    transaction_deleted: 'deleted it',
    ended: (outcome: string) => `ended it: ${outcome}`,
    transaction_reopened: 'had a step answered anew',
    pressed: (button: string) => `pressed “${button}”`,
    step_link_created: 'made a link for answering without signing in',
    step_link_used: 'answered by such a link',
    reassigned: (name: string, previous: string) => `reassigned a step from ${previous} to ${name}`,
    unavailable: (name: string, reason: 'left' | 'disabled') =>
      reason === 'left'
        ? `${name}, who has an open step, is no longer in the binder`
        : `${name}, who has an open step, was disabled`,
    available: (name: string) => `${name}, who has an open step, is back`,
    erased: 'a person who was erased',
  },
  documentsThen: 'Documents in the binder then',
  sameDocuments: 'The documents were the same as at the answer before.',
  noDocuments: 'There were no documents in the binder.',
  sha256: (hash: string) => `SHA-256 ${hash}`,
});
