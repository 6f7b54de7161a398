/**
 * True for keys of an input method. Safari ends a composition before the key that commits it, and then only
 * `keyCode` identifies that key.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
