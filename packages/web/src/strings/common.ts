import { common, frame } from './en/common.ts';

/** Texts that all pages share. */
export const text = { ...common, shell: frame };
