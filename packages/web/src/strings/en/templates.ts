import { sentences } from './sentences.ts';

export const templates = sentences({
  kind: { name: 'Template', about: 'Prepared by your organisation.' },
  template: 'Template',
  choose: 'Select a template',
  none: 'Select a template.',
  gone: 'The template cannot be read. Select another one, or try again later.',
  roles: 'People',
  choosePerson: 'Select a person or group',
  person: 'Select a person.',
  groups: 'Groups',
  groupOf: (name: string, count: number) => `${name} (${count})`,
  variables: 'Texts to fill in',
  preview: 'Preview',
  version: (version: number) => `Version ${version}`,
  step: (number: number) => `Step ${number}`,
  any: (names: string, count: number) => `${count} of ${names}`,
  everyone: (names: string) => `Everyone of ${names}`,
  form: (count: number) => `${count} ${count === 1 ? 'question' : 'questions'}`,
  files: (count: number) => `${count} ${count === 1 ? 'file' : 'files'} to upload`,
  observers: (names: string) => `Informed: ${names}`,
});
