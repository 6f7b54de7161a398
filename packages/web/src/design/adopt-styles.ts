const adopted = new Set<string>();

/** Adds the styles of a component that loads on demand to the page, once. The content security policy permits it. */
export function adoptStyles(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
