import { count } from './count.ts';
import { sentences } from './sentences.ts';

/** The page with all steps that wait for the user. */
export const waiting = sentences({
  title: 'Waiting for me',
  back: 'Back to For you',
  all: 'Show all by due date',
  empty: 'Nothing is waiting for you',
  emptyHint: 'Requests that need your answer appear here, from all binders.',
  total: (value: number) => count(value, 'request waits', 'requests wait'),
  more: 'Show more',
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all',
  answer: (value: number) => (value === 0 ? 'Answer selected' : `Answer ${value} selected`),
  answerTitle: (value: number) => `Answer ${count(value, 'request', 'requests')}`,
  comment: 'Comment (optional)',
  commentHint: 'It is posted in the chat of each binder, and cannot be changed.',
  noCommonButton: 'The selected requests have no button in common. Answer them one by one.',
  cancel: 'Cancel',
  stop: 'Stop',
  close: 'Close',
  progress: (done: number, total: number) => `${done} of ${total} answered`,
  done: (value: number) => `Answered ${count(value, 'request', 'requests')}`,
  doneAndFailed: (answered: number, failed: number) =>
    `Answered ${count(answered, 'request', 'requests')}, ${count(failed, 'request was', 'requests were')} not answered`,
  failed: (value: number) => `${count(value, 'request was', 'requests were')} not answered:`,
  failure: (title: string, reason: string) => `${title}: ${reason}`,
  forPerson: (name: string) => `For ${name}`,
});

export const absences = sentences({
  button: 'Delegate…',
  title: 'Delegate approvals',
  about:
    'While you are away, a colleague can answer the approvals that wait for you, in the binders of which both of you are members. All records name both of you.',
  to: 'Colleague',
  choose: 'Choose a person',
  starts: 'From',
  ends: 'Until, inclusive',
  noDate: 'Enter the last day.',
  create: 'Delegate',
  created: (name: string) => `${name} can answer for you`,
  own: 'Your delegations',
  received: 'You answer for',
  until: (name: string, from: string, to: string) => `${name}, ${from} to ${to}`,
  createdBy: (name: string) => `Created by ${name}`,
  end: 'End',
  endLabel: (name: string) => `End the delegation to ${name}`,
  ended: 'The delegation has ended',
});
