import { sentences } from './sentences.ts';

export const linkPreviews = sentences({
  remove: (title: string) => `Remove the preview of ${title}`,
});
