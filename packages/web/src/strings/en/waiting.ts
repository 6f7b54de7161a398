import { sentences } from './sentences.ts';

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
