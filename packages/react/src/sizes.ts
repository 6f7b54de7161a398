export const MODULE_ATTRIBUTE = 'data-ringbinder-module';

let isAdopted = false;

/** `:where` lets the page's own styles win. Content-Security-Policy allows constructed style sheets. */
export function adoptSizes(): void {
  if (isAdopted) return;
  isAdopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:where([${MODULE_ATTRIBUTE}]:not([${MODULE_ATTRIBUTE}=transaction])){block-size:500px}:where([${MODULE_ATTRIBUTE}]>iframe){display:block}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
