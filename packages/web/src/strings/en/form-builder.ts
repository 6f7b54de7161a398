import { sentences } from './sentences.ts';

export const formBuilder = sentences({
  heading: 'Questions',
  none: 'None',
  count: (count: number) => `${count} ${count === 1 ? 'question' : 'questions'}`,
  hint: 'The person fills these in before they press a button. A button that rejects needs no answers.',
  label: (index: number) => `Question ${index}`,
  type: (index: number) => `Type of answer to question ${index}`,
  types: {
    text: 'Text',
    number: 'Number',
    money: 'Amount of money',
    date: 'Date',
    choice: 'One of several choices',
    checkbox: 'Tick box',
    file: 'File',
  },
  options: (index: number) => `Choices of question ${index}, one on each line`,
  optionsExample: 'House\nFlat',
  currency: (index: number) => `Currency of question ${index}`,
  help: (index: number) => `Explanation of question ${index}`,
  helpExample: 'Explanation (optional)',
  required: 'Needs an answer',
  add: 'Add a question',
  remove: (index: number) => `Remove question ${index}`,
  noLabel: 'Enter the question.',
  noOptions: 'Enter at least one choice.',
});
