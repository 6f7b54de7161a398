/** Marks the elements of modules. */
export const MODULE_ATTRIBUTE = 'data-ringbinder-module';

let isAdopted = false;

/**
 * Gives elements of modules a height where the page gives none: without weight, so that whatever it says counts, and in
 * a way that a Content-Security-Policy lets pass.
 */
export function adoptSizes(): void {
  if (isAdopted) return;
  isAdopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:where([${MODULE_ATTRIBUTE}]:not([${MODULE_ATTRIBUTE}=transaction])){block-size:500px}:where([${MODULE_ATTRIBUTE}]>iframe){display:block}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
