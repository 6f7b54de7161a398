declare const __TEXTS__: string;

export const isCatalogue = (path: string): boolean => path.startsWith(`${__TEXTS__}/`);

/** `scope` is the service worker's scope. */
export const textsCache = (scope: string): string => `texts ${__TEXTS__}-${scope}`;

export const isOldTextsCache = (name: string, scope: string): boolean =>
  name.startsWith('texts ') && name.endsWith(`-${scope}`) && name !== textsCache(scope);
