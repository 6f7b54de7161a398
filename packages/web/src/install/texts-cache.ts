import { textsFolder } from '../strings/texts-folder.ts';

/** For `caches.open`: the texts of one build, for the worker of a scope. */
export const textsCache = (scope: string): string => `texts ${textsFolder}-${scope}`;

/** Whether it is the cache of another build. */
export const isOldTextsCache = (name: string, scope: string): boolean =>
  name.startsWith('texts ') && name.endsWith(`-${scope}`) && name !== textsCache(scope);
