import { sentences } from './sentences.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** At most three items: names, or two names and the number of further names. */
function names(all: readonly string[]): string {
  return list.format(all.length <= 3 ? all : [...all.slice(0, 2), `${all.length - 2} others`]);
}

export const transactions = sentences({
  title: 'Approvals',
  standings: {
    mine: 'Waiting for you',
    open: 'In progress',
    stopped: 'Stopped',
    completed: 'Completed',
    rejected: 'Rejected',
  },
  groups: { mine: 'Waiting for you', open: 'Open', ended: 'Ended' },
  empty: 'No requests yet',
  emptyHint:
    'Request an approval, a sign-off or a check. People answer one after another, and this page stores their answers.',
  emptyReadOnly: 'Approvals and sign-offs requested in this binder appear here.',
  waitingFor: (people: readonly string[], me: boolean) =>
    me
      ? `Waiting for you${people.length > 0 ? ` and ${names(people)}` : ''}`
      : `Waiting for ${names(people)}`,
  /** Reasons why nobody can answer a step. */
  unavailable: { left: 'No longer in this binder', disabled: 'Account disabled' },
  waitingForUnavailable: (name: string, reason: 'left' | 'disabled') =>
    reason === 'left' ? `${name} is no longer in this binder` : `${name}’s account is disabled`,
  stoppedBecause: 'Stopped: no one can answer until it is reopened.',
  step: (done: number, total: number) => `${done} of ${total} ${total === 1 ? 'step' : 'steps'} done`,
  stepStates: { waiting: 'upcoming', current: 'current', completed: 'done', skipped: 'no longer needed' },
  /** The assignees of a step with several. */
  people: (all: readonly string[]) => names(all),
  neededOfGroup: (required: number, groups: readonly string[]) =>
    required === 1 ? names(groups) : `${required} of ${names(groups)}`,
  needed: (required: number, total: number) => {
    if (required === total) return total === 2 ? 'Both people' : `All ${total} people`;
    return `${required === 1 ? 'Any one' : required} of ${total} people`;
  },
  answers: ({ count, required }: { count: number; required: number }) =>
    `${count} of ${required} ${required === 1 ? 'answer' : 'answers'}`,
  answersShort: ({ count, required }: { count: number; required: number }) => `${count}/${required}`,
  awaited: 'Awaited',
  notNeeded: 'Did not answer',
  excluded: 'May not answer: answered an earlier step, or sent the request',
  /** A step of the line, for screen readers. */
  stepLabel: (name: string, state: string) => `${name}: ${state}`,
  moreSteps: (count: number) => `+${count}`,
  moreStepsLabel: (count: number) => `${count} more`,
  buttonsFor: (title: string) => `Answers to ${title}`,
  pressed: (name: string, button: string) => `${name}: ${button}`,
  youPressed: (button: string) => `You: ${button}`,
  answered: 'answered',
  reason: 'Reason (optional)',
  reasonHint: 'It is posted in the chat of the binder, and cannot be changed.',
  since: 'Since then',
  lost: 'It was answered or changed in the meantime. You now see the current state.',
  notYours: 'Only the assignee can answer this step.',
  notNow: 'This can’t be answered now: it was stopped or has ended, or earlier steps were reopened.',
  requestedBy: (name: string) => `Requested by ${name}`,
  more: (count: number) => `Show ${count} more`,
  steps: 'Steps',
  pressedBy: (name: string) => `answered by ${name}`,
  /** Of an assignee. */
  away: (name: string, until: string, delegate?: string) =>
    `${name} is away until ${until}.${delegate ? ` ${delegate} answers.` : ''}`,
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
    pressed: (button: string, person?: string) => `answered “${button}”${person ? ` for ${person}` : ''}`,
    commented: 'commented',
  },
});
