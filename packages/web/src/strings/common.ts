import { common, frame } from './en/common.ts';

/** The texts of what all pages are made of. */
export const text = { ...common, shell: frame };
