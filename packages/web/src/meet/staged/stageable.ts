import type { PageWithoutAnnotations } from '@ringbinder/protocol';

const WITHOUT_PICTURE: ReadonlySet<PageWithoutAnnotations['type']> = new Set([
  'PAGE_TYPE_AUDIO',
  'PAGE_TYPE_VIDEO',
  'PAGE_TYPE_URL',
]);

/** Whether a page can stand on a stage: sounds, films and links are no picture that all see alike. */
export const isStageable = ({ type }: Pick<PageWithoutAnnotations, 'type'>): boolean =>
  !WITHOUT_PICTURE.has(type);
