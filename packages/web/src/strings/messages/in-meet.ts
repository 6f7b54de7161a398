// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, messages } from '../language.ts';

export const inMeet = messages('in-meet', {
  names: (names: string) => `In the meeting: ${names}`,
  nobody: 'No one is in the meeting yet',
  absent: (count: number) => `Not in the meeting (${digits(count)})`,
  ring: 'Ring',
  ringOne: (name: string) => `Ring ${name}`,
  ringing: 'Ringing…',
  ringingOne: (name: string) => `Ringing ${name}…`,
});
