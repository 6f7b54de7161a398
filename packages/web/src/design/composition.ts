/** Safari ends a composition before the key that commits it. Only `keyCode` 229 identifies that key. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
