/** Marks modules' elements. */
export const MODULE_ATTRIBUTE = 'data-ringbinder-module';

let isAdopted = false;

/**
 * Sets default heights with zero specificity, so that page styles win. A constructed sheet passes
 * Content-Security-Policy.
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
