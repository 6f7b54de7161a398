// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const formBuilder = messages('form-builder', {
  heading: 'Questions',
  none: 'None',
  count: (count: number) =>
    forms(count, { one: `${digits(count)} question`, other: `${digits(count)} questions` }),
  hint: 'The person fills these in before they press a button. A button that rejects needs no answers.',
  label: (index: number) => `Question ${digits(index)}`,
  type: (index: number) => `Type of answer to question ${digits(index)}`,
  types: {
    text: 'Text',
    number: 'Number',
    money: 'Amount of money',
    date: 'Date',
    choice: 'One of several choices',
    checkbox: 'Tick box',
    file: 'File',
  },
  options: (index: number) => `Choices of question ${digits(index)}, one on each line`,
  optionsExample: 'House',
  currency: (index: number) => `Currency of question ${digits(index)}`,
  help: (index: number) => `Explanation of question ${digits(index)}`,
  helpExample: 'Explanation (optional)',
  required: 'Needs an answer',
  add: 'Add a question',
  remove: (index: number) => `Remove question ${digits(index)}`,
  noLabel: 'Enter the question.',
  noOptions: 'Enter at least one choice.',
});
