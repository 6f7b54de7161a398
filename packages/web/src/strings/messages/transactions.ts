// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const transactions = messages('transactions', {
  title: 'Approvals',
  standings: {
    mine: 'Waiting for you',
    open: 'In progress',
    stopped: 'Stopped',
    completed: 'Completed',
    rejected: 'Rejected',
  },
  groups: {
    mine: 'Waiting for you',
    open: 'Open',
    ended: 'Ended',
  },
  empty: 'No requests yet',
  emptyHint:
    'Request an approval, a sign-off or a check. People answer one after another, and this page stores their answers.',
  emptyReadOnly: 'Approvals and sign-offs requested in this binder appear here.',
  unavailable: {
    left: 'No longer in this binder',
    disabled: 'Account disabled',
  },
  stoppedBecause: 'Stopped: no one can answer until it is reopened.',
  step: (done: number, total: number) =>
    `${digits(done)} of ${forms(total, { one: `${digits(total)} step`, other: `${digits(total)} steps` })} done`,
  stepStates: {
    waiting: 'upcoming',
    current: 'current',
    completed: 'done',
    skipped: 'no longer needed',
  },
  awaited: 'Awaited',
  notNeeded: 'Did not answer',
  excluded: 'May not answer: answered an earlier step, or sent the request',
  stepLabel: (name: string, state: string) => `${name}: ${state}`,
  moreSteps: (count: number) => `+${digits(count)}`,
  moreStepsLabel: (count: number) => `${digits(count)} more`,
  buttonsFor: (title: string) => `Answers to ${title}`,
  pressed: (name: string, button: string) => `${name}: ${button}`,
  youPressed: (button: string) => `You: ${button}`,
  answered: 'answered',
  reason: 'Reason (optional)',
  reasonHint: 'It is posted in the chat of the binder, and cannot be changed.',
  since: 'Since then',
  lost: 'It was answered or changed in the meantime. You now see the current state.',
  lostTo: (name: string, button: string) => `${name} has already answered “${button}”.`,
  notYours: 'Only the assignee can answer this step.',
  notNow: 'This can’t be answered now: it was stopped or has ended, or earlier steps were reopened.',
  requestedBy: (name: string) => `Requested by ${name}`,
  more: (count: number) => `Show ${digits(count)} more`,
  steps: 'Steps',
  pressedBy: (name: string) => `answered by ${name}`,
  youAct: (name: string, until: string) => `${name} is away until ${until}. You answer for ${name}.`,
  you: (name: string) => `${name} (you)`,
  stepSentences: {
    waiting: 'Upcoming',
    current: 'Current',
    completed: 'Done',
    skipped: 'No longer needed',
  },
  history: 'History and comments',
  happened: {
    created: 'requested this',
    commented: 'commented',
    pressed: (button: string) => `answered “${button}”`,
    pressedFor: (button: string, person: string) => `answered “${button}” for ${person}`,
  },
  waitingForYou: 'Waiting for you',
  waitingForYouAnd: (names: string) => `Waiting for you and ${names}`,
  waitingFor: (names: string) => `Waiting for ${names}`,
  waitingForLeft: (name: string) => `${name} is no longer in this binder`,
  waitingForDisabled: (name: string) => `${name}’s account is disabled`,
  neededOfGroup: (required: number, names: string) => `${digits(required)} of ${names}`,
  neededOne: (total: number) =>
    `Any one of ${forms(total, { one: `${digits(total)} person`, other: `${digits(total)} people` })}`,
  needed: (required: number, total: number) =>
    `${digits(required)} of ${forms(total, { one: `${digits(total)} person`, other: `${digits(total)} people` })}`,
  neededAll: (total: number) =>
    total === 2
      ? 'Both people'
      : forms(total, { one: `${digits(total)} person`, other: `All ${digits(total)} people` }),
  answers: (count: number, required: number) =>
    `${digits(count)} of ${forms(required, { one: `${digits(required)} answer`, other: `${digits(required)} answers` })}`,
  answersShort: (count: number, required: number) => `${digits(count)}/${digits(required)}`,
  away: (name: string, until: string) => `${name} is away until ${until}.`,
  awayWithDelegate: (name: string, until: string, delegate: string) =>
    `${name} is away until ${until}. ${delegate} answers.`,
  actsForYou: (delegate: string, until: string) => `${delegate} answers for you until ${until}.`,
  final: 'Your answer is final.',
  askFirst: 'Ask before I answer',
});
