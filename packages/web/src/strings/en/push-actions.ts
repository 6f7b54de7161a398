import { sentences } from './sentences.ts';

/** The title of a push without one, and the texts of a notification after one of its buttons was pressed. */
export const pushActions = sentences({
  title: 'Ringbinder',
  pressed: (button: string) => `Your answer: ${button}`,
  replied: 'Your reply was posted.',
  answered: 'This was answered already.',
  over: 'This notification can no longer be answered. Open it to answer in Ringbinder.',
  refused: 'Ringbinder did not accept the answer. Open it to see why.',
  busy: 'Ringbinder has too many answers to handle. Try again in a minute.',
  failed: 'Ringbinder could not be reached. Open it to check whether your answer arrived.',
});
