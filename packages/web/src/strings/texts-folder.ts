declare const __TEXTS__: string | undefined;

/** Path of the built catalogues (catalogues.js). Without a build there is only English. */
export const textsFolder = typeof __TEXTS__ === 'undefined' ? undefined : __TEXTS__;
