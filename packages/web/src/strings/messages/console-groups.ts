// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const consoleGroups = messages('console-groups', {
  title: 'Groups',
  about: 'Groups of people who answer approvals. A group gives no access to a binder.',
  empty: 'Create a group, and choose it in a request instead of a person.',
  create: 'Create a group',
  edit: (name: string) => `Edit the group ${name}`,
  name: 'Name',
  nameExample: 'Credit officers',
  members: 'Members',
  membersHint: 'Members can answer in binders in which they are members.',
  noMembers: 'Add at least one person.',
  find: 'Find a person to add',
  nobody: 'No other people match.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
  count: (count: number) => forms(count, { one: '1 person', other: `${digits(count)} people` }),
  deletion: 'The group can no longer be chosen. A group with open approvals cannot be deleted.',
});
