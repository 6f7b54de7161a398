// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const defaultAnswers = messages('default-answers', {
  approve: 'Approve',
  reject: 'Reject',
  sign: 'Sign off',
  decline: 'Decline',
  signature: 'Sign',
  checked: 'Checked',
  faults: 'Needs changes',
  read: 'I have read it',
  done: 'Done',
  answered: {
    approve: (name: string) => `${name} approved`,
    reject: (name: string) => `${name} rejected`,
    sign: (name: string) => `${name} signed off`,
    decline: (name: string) => `${name} declined`,
    signature: (name: string) => `${name} signed`,
    checked: (name: string) => `${name} checked it`,
    faults: (name: string) => `${name} asked for changes`,
    read: (name: string) => `${name} has read it`,
    done: (name: string) => `${name} finished`,
    said: (name: string, words: string) => `${name}: ${words}`,
  },
});
