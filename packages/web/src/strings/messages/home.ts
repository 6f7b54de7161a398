// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const home = messages('home', {
  mentions: 'Mentions and replies',
  unread: (count: number) =>
    forms(count, { one: `${digits(count)} unread`, other: `${digits(count)} unread` }),
  empty: 'You’re all caught up: nothing is waiting for you.',
  waiting: (count: number) =>
    forms(count, {
      one: `${digits(count)} item waits for you`,
      other: `${digits(count)} items wait for you`,
    }),
  open: 'Open',
  openNamed: (title: string) => `Open ${title}`,
  requestedBy: (name: string) => `Requested by ${name}`,
  requested: 'Requested by me',
  waitingFor: (names: string) => `Waiting for ${names}`,
  on: (day: string, time: string) => `${day}, ${time}`,
  happened: {
    mention: (name: string) => `${name} mentioned you`,
    reply: (name: string) => `${name} replied in a thread`,
  },
  isUnread: 'Unread',
  waitingPage: {
    title: 'Waiting for me',
    back: 'Back to For you',
    all: 'Show all by due date',
    empty: 'Nothing is waiting for you',
    emptyHint: 'Requests that need your answer appear here, from all binders.',
    total: (count: number) =>
      forms(count, { one: `${digits(count)} request waits`, other: `${digits(count)} requests wait` }),
    select: (title: string) => `Select ${title}`,
    selectAll: 'Select all',
    answer: (count: number) =>
      count === 0
        ? 'Answer selected'
        : forms(count, {
            one: `Answer ${digits(count)} selected`,
            other: `Answer ${digits(count)} selected`,
          }),
    answerTitle: (count: number) =>
      forms(count, { one: `Answer ${digits(count)} request`, other: `Answer ${digits(count)} requests` }),
    comment: 'Comment (optional)',
    commentHint: 'It is posted in the chat of each binder, and cannot be changed.',
    noCommonButton: 'The selected requests have no button in common. Answer them one by one.',
    stop: 'Stop',
    close: 'Close',
    progress: (done: number, total: number) => `${digits(done)} of ${digits(total)} answered`,
    done: (count: number) =>
      forms(count, { one: `Answered ${digits(count)} request`, other: `Answered ${digits(count)} requests` }),
    doneAndFailed: (answered: number, failed: number) =>
      `Answered: ${digits(answered)}. Not answered: ${digits(failed)}.`,
    failed: (count: number) =>
      forms(count, {
        one: `${digits(count)} request was not answered:`,
        other: `${digits(count)} requests were not answered:`,
      }),
    forPerson: (name: string) => `For ${name}`,
  },
  absences: {
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
  },
});
