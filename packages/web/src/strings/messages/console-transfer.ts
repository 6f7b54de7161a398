// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleTransfer = messages('console-transfer', {
  submit: 'Transfer',
  about:
    'The new owner can see the contents. The previous owner can still edit, and the members see the change.',
  owned: (name: string, count: string) => `Binders that ${name} owns: ${count}.`,
  findOwner: 'Find the new owner',
  chooseOwner: 'Choose the new owner.',
  choose: (name: string) => `Choose ${name}`,
  nobody: 'No other people match.',
  transferring: (done: string, total: string) => `Transferred ${done} of ${total}.`,
  transferred: (name: string) => `${name} is now the owner`,
});
