// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const templates = messages('templates', {
  kind: {
    name: 'Template',
    about: 'Prepared by your organisation.',
  },
  template: 'Template',
  choose: 'Select a template',
  none: 'Select a template.',
  gone: 'The template cannot be read. Select another one, or try again later.',
  roles: 'People',
  choosePerson: 'Select a person or group',
  person: 'Select a person.',
  groups: 'Groups',
  groupOf: (name: string, count: number) => `${name} (${digits(count)})`,
  variables: 'Texts to fill in',
  preview: 'Preview',
  version: (version: number) => `Version ${digits(version)}`,
  step: (number: number) => `Step ${digits(number)}`,
  everyone: (names: string) => `Everyone of ${names}`,
  form: (count: number) =>
    forms(count, { one: `${digits(count)} question`, other: `${digits(count)} questions` }),
  files: (count: number) =>
    `${forms(count, { one: `${digits(count)} file`, other: `${digits(count)} files` })} to upload`,
  observers: (names: string) => `Informed: ${names}`,
  any: (count: number, names: string) => `${digits(count)} of ${names}`,
});
