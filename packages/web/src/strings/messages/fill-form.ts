// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const fillForm = messages('fill-form', {
  start: 'Fill form',
  fields: (count: number) =>
    forms(count, { one: 'This page has 1 field.', other: `This page has ${digits(count)} fields.` }),
  region: 'Form',
  save: 'Save',
  saving: 'Saving…',
  saved: 'The form is saved as a new version',
  discard: 'Discard',
  close: 'Close',
  unsaved: (count: number) =>
    forms(count, { one: '1 unsaved value', other: `${digits(count)} unsaved values` }),
  problems: (count: number) =>
    forms(count, {
      one: 'One value does not fit. Nothing is saved.',
      other: `${digits(count)} values do not fit. Nothing is saved.`,
    }),
  changed:
    'Someone saved another version of this file meanwhile. Your values are still here. Check them, then save.',
  changedTo: (value: string) => `Someone changed it to “${value}”.`,
  emptied: 'Someone emptied it.',
  required: 'required',
  option: (label: string, option: string) => `${label}: ${option}`,
  none: '–',
  refused: {
    xfa: 'This form cannot be filled here, because it is an XFA form. Download it and open it with Adobe Acrobat.',
    signed: 'This form cannot be filled, because a change would break its signature.',
    encrypted: 'This form cannot be filled here, because the file is encrypted.',
    unreadable: 'This form cannot be filled here, because it cannot be read.',
    tooLarge: 'This form cannot be filled here, because the file is larger than 32 MiB.',
  },
});
