// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const branches = messages('branches', {
  goTo: 'Go to',
  backTo: (step: number) => `Back to step ${digits(step)}`,
  onTo: (step: number) => `On to step ${digits(step)}`,
  allBack: 'At least one button must not lead back.',
  maxReopenings: 'How often a button may lead back to a step',
  maxReopeningsHint: 'After that, only the other buttons work.',
  step: (step: number) => `Step ${digits(step)}`,
  movedTo: (step: string, place: number, total: number) =>
    `${step} is now ${digits(place)} of ${digits(total)}`,
  drag: (step: number) => `Move step ${digits(step)}: drag, or press the arrow keys`,
  back: (button: string, step: number, people: string) =>
    `${button}: back to step ${digits(step)}, ${people}`,
  forward: (button: string, step: number, people: string) =>
    `${button}: on to step ${digits(step)}, ${people}`,
  end: (button: string) => `${button}: ends the request`,
  reopened: (count: number, max: number) =>
    `Opened again ${forms(count, { one: 'once', other: `${digits(count)} times` })} (at most ${digits(max)})`,
  skipped: (button: string) => `Skipped by “${button}”`,
  rejects: (button: string) => `${button}: rejects the request`,
});
