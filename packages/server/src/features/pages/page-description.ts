import { Text } from '@ringbinder/protocol';

const MAX_LENGTH = 1_000;

export const PageDescription = Text({
  maxLength: MAX_LENGTH,
  description: 'Alternative text for people who do not see the page. Plain text; an empty one removes it.',
});
