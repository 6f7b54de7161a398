import { sentences } from './sentences.ts';

export const due = sentences({
  states: {
    overdue: (when: string) => `Overdue: ${when}`,
    today: (when: string) => `Due ${when}`,
    later: (when: string) => `Due ${when}`,
  },
});
