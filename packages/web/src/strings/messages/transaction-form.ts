// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const transactionForm = messages('transaction-form', {
  button: 'Request',
  heading: 'New request',
  submit: 'Send request',
  kind: 'Type',
  title: 'Title',
  titleExample: 'Loan agreement, second draft',
  content: 'Details',
  contentHint: 'What should they review?',
  order: 'Order',
  orders: {
    sequence: 'In sequence',
    parallel: 'In parallel',
  },
  people: 'Approvers',
  choose: 'Select a person',
  person: (index: number) => `Person ${digits(index)}`,
  askSeveral: 'Ask several people instead',
  addPerson: 'Add another person to this step',
  oneOfPeople: (at: number, step: number) => `Person ${digits(at)} of step ${digits(step)}`,
  removeOne: (at: number, step: number) => `Remove person ${digits(at)} of step ${digits(step)}`,
  needed: 'Answers needed',
  neededOf: (step: number) => `Answers needed in step ${digits(step)}`,
  neededAny: 'Any one of them',
  neededSome: (count: number, total: number) => `${digits(count)} of ${digits(total)}`,
  split:
    'The answers could split over the buttons, so that none gets enough. Ask for fewer answers, or let a button reject.',
  groups: 'Groups',
  groupOf: (name: string, count: number) => `${name} (${digits(count)})`,
  neededCount: (count: number) => `${digits(count)} people`,
  neededEveryone: 'Everyone in it now',
  buttons: 'Buttons',
  buttonText: (index: number) => `Text of button ${digits(index)}`,
  effect: (index: number) => `Effect of button ${digits(index)}`,
  effects: {
    completed: 'Complete',
    rejected: 'Reject',
    next: 'Continue',
  },
  addButton: 'Add a button',
  removeButton: (button: string) => `Remove the button ${button}`,
  veto: (index: number) => `One press of button ${digits(index)} decides the step`,
  duties: 'Who may answer',
  oneKind: 'A step has only one of these: documents to read, questions, files or signatures.',
  anybody: 'Everyone asked',
  distinct: 'Only people who did not answer an earlier step',
  distinctShort: 'Not those who answered before',
  notCreator: 'Never me, who sends the request',
  notCreatorShort: 'Not me',
  observers: 'Inform others',
  observersHint: 'They are notified of the decision, and cannot answer.',
  addStep: 'Add a person',
  removeStep: (index: number) => `Remove person ${digits(index)}`,
  up: (index: number) => `Move person ${digits(index)} up`,
  down: (index: number) => `Move person ${digits(index)} down`,
  announce: 'Post responses to chat',
  nobody: 'Select an approver.',
  noText: 'Enter a text for the button.',
  done: 'Request sent',
  templates: {
    signature: {
      name: 'Signature',
      about: 'One person signs a PDF.',
    },
    approval: {
      name: 'Approval',
      about: 'One person says yes or no.',
    },
    signOff: {
      name: 'Sign-off by two',
      about: 'Two people sign off, in any order.',
    },
    check: {
      name: 'Document check',
      about: 'One checks, another approves.',
    },
    acknowledge: {
      name: 'Acknowledgement',
      about: 'Everyone confirms they have read it.',
    },
    blank: {
      name: 'Something else',
      about: 'Your own buttons.',
    },
  },
  neededAll: (total: number) =>
    total === 2
      ? 'Both of them'
      : forms(total, { one: `All ${digits(total)}`, other: `All ${digits(total)}` }),
});
