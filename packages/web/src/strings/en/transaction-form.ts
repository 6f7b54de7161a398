import { sentences } from './sentences.ts';

/** Asking for something: what for, who answers, and with which buttons. */
export const transactionForm = sentences({
  button: 'Ask for something',
  heading: 'Ask for an answer',
  submit: 'Ask',
  kind: 'What for',
  title: 'Title',
  titleExample: 'Loan agreement, second draft',
  content: 'Details',
  contentHint: 'What they have to look at, and until when.',
  order: 'Who is asked when',
  orders: { sequence: 'One after the other', parallel: 'All at once' },
  people: 'Who answers',
  choose: 'Choose a person',
  person: (index: number) => `Person ${index}`,
  buttons: 'Buttons',
  buttonText: (index: number) => `Text of button ${index}`,
  effect: (index: number) => `What button ${index} does`,
  effects: { '': 'Goes on', completed: 'Completes', rejected: 'Rejects' },
  addButton: 'Add a button',
  removeButton: (button: string) => `Remove the button ${button}`,
  addStep: 'Add a person',
  removeStep: (index: number) => `Remove person ${index}`,
  up: (index: number) => `Ask person ${index} earlier`,
  down: (index: number) => `Ask person ${index} later`,
  announce: 'Write answers into the chat',
  nobody: 'Choose who answers.',
  noText: 'A button needs a text.',
  done: 'Asked',
  /** What is asked for often; the texts of buttons are what others see. */
  templates: {
    approval: { name: 'Approval', about: 'One person says yes or no.' },
    signOff: { name: 'Sign-off by two', about: 'Two people sign, in any order.' },
    check: { name: 'Document check', about: 'One checks, another approves.' },
    acknowledge: { name: 'Acknowledge', about: 'Everybody confirms to have read it.' },
    blank: { name: 'Something else', about: 'Your own buttons.' },
  },
  templateButtons: {
    approve: 'Approve',
    reject: 'Reject',
    sign: 'Sign off',
    decline: 'Decline',
    checked: 'Checked',
    faults: 'Has faults',
    read: 'I have read it',
    done: 'Done',
  },
});

/** The message that reports an answer in the chat. It is stored. */
export const answerReport = (title: string, button: string) => `${title}: ${button}`;
