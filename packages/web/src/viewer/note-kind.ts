import type { PageWithoutAnnotations } from '@ringbinder/protocol';

/** Longer texts are data, and browsers cannot lay out their lists in time. */
export const MAX_MARKDOWN_CHARS = 200_000;

export const isMarkdownNote = ({ original_file_name: name }: PageWithoutAnnotations): boolean =>
  /\.(md|markdown)$/i.test(name);
