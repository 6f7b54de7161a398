// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const defaultAnswers = messages('default-answers', {
  approve: 'Approve',
  reject: 'Reject',
  sign: 'Sign off',
  decline: 'Decline',
  checked: 'Checked',
  faults: 'Needs changes',
  read: 'I have read it',
  done: 'Done',
});
