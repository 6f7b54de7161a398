import { sentences } from './sentences.ts';

export const formAnswers = sentences({
  label: (label: string, { currency, isRequired }: { currency: string | undefined; isRequired: boolean }) =>
    `${label}${currency === undefined ? '' : ` (${currency})`}${isRequired ? '' : ' (optional)'}`,
  choose: 'Select an answer',
  change: 'Some answers need a change.',
  yes: 'Yes',
  no: 'No',
});
