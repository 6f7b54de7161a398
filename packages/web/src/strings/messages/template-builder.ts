// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, messages } from '../language.ts';

export const templateBuilder = messages('template-builder', {
  edit: (name: string) => `Edit ${name}`,
  saveVersion: 'Save as new version',
  roleName: (index: number) => `Name of role ${digits(index)}`,
  roleExample: 'Clerk',
  unnamedRole: (index: number) => `Role ${digits(index)}`,
  addRole: 'Add a role',
  removeRole: (name: string) => `Remove the role ${name}`,
  sameRole: 'Another role has this name.',
  unusedRole: 'No step asks this role. Select it in a step, or remove it.',
  nobody: 'Select a role or group.',
  choose: 'Select a role or group',
  person: (step: number) => `Role in step ${digits(step)}`,
  people: 'Steps',
  addStep: 'Add a step',
  removeStep: (step: number) => `Remove step ${digits(step)}`,
  up: (step: number) => `Move step ${digits(step)} up`,
  down: (step: number) => `Move step ${digits(step)} down`,
  notCreator: 'Never the person who sends the request',
  notCreatorShort: 'Not the sender',
  extra: 'This step also has a due time, reminders or an escalation of its own. They stay as they are.',
  insert: 'Insert a text to fill in',
  newVariable: 'New text',
  used: (names: string) => `Texts to fill in: ${names}`,
  stale: (version: number) =>
    `Somebody else saved version ${digits(version)} in the meantime. If you save again, yours becomes the newest version, and theirs remains as an earlier one.`,
  unshown: (name: string) =>
    `This form cannot show all steps of ${name}. Change the template through the API.`,
});
