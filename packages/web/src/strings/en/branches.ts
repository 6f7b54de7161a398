import { sentences } from './sentences.ts';

export const branches = sentences({
  /** In the form of a new request: effects of buttons. */
  goTo: 'Go to',
  backTo: (step: number) => `Back to step ${step}`,
  onTo: (step: number) => `On to step ${step}`,
  allBack: 'At least one button must not lead back.',
  maxReopenings: 'How often a button may lead back to a step',
  maxReopeningsHint: 'After that, only the other buttons work.',
  step: (step: number) => `Step ${step}`,
  movedTo: (step: string, place: number, total: number) => `${step} is now ${place} of ${total}`,
  drag: (step: number) => `Move step ${step}: drag, or press the arrow keys`,
  /** Of a button, on the page of a request. `people` are those of the step. */
  back: (button: string, step: number, people: string) => `${button}: back to step ${step}, ${people}`,
  forward: (button: string, step: number, people: string) => `${button}: on to step ${step}, ${people}`,
  end: (button: string) => `${button}: ends the request`,
  reopened: (count: number, max: number) =>
    `Opened again ${count === 1 ? 'once' : `${count} times`} (at most ${max})`,
  skipped: (button: string) => `Skipped by “${button}”`,
  rejects: (button: string) => `${button}: rejects the request`,
});
