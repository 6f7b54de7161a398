import { sentences } from './sentences.ts';

export const transactionForm = sentences({
  button: 'Request',
  heading: 'New request',
  submit: 'Send request',
  kind: 'Type',
  title: 'Title',
  titleExample: 'Loan agreement, second draft',
  content: 'Details',
  contentHint: 'What should they review?',
  order: 'Order',
  orders: { sequence: 'In sequence', parallel: 'In parallel' },
  people: 'Approvers',
  choose: 'Select a person',
  person: (index: number) => `Person ${index}`,
  buttons: 'Buttons',
  buttonText: (index: number) => `Text of button ${index}`,
  effect: (index: number) => `Effect of button ${index}`,
  effects: { '': 'Continue', completed: 'Complete', rejected: 'Reject' },
  addButton: 'Add a button',
  removeButton: (button: string) => `Remove the button ${button}`,
  addStep: 'Add a person',
  removeStep: (index: number) => `Remove person ${index}`,
  up: (index: number) => `Move person ${index} up`,
  down: (index: number) => `Move person ${index} down`,
  announce: 'Post responses to chat',
  nobody: 'Select an approver.',
  noText: 'Enter a text for the button.',
  done: 'Request sent',
  /** Templates of frequent requests. The texts of buttons are stored and visible to others. */
  templates: {
    approval: { name: 'Approval', about: 'One person says yes or no.' },
    signOff: { name: 'Sign-off by two', about: 'Two people sign, in any order.' },
    check: { name: 'Document check', about: 'One checks, another approves.' },
    acknowledge: { name: 'Acknowledgement', about: 'Everyone confirms they have read it.' },
    blank: { name: 'Something else', about: 'Your own buttons.' },
  },
  templateButtons: {
    approve: 'Approve',
    reject: 'Reject',
    sign: 'Sign off',
    decline: 'Decline',
    checked: 'Checked',
    faults: 'Needs changes',
    read: 'I have read it',
    done: 'Done',
  },
});

/** The chat message that reports an answer. It is stored. */
export const answerReport = (title: string, button: string) => `${title}: ${button}`;
