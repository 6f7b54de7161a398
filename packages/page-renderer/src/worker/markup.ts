const PROLOGUE = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+(\w+)[^>[]*(?:\[[\s\S]*?\]\s*)?>)/i;

// The elements by which browsers take an untyped answer for HTML (WHATWG MIME Sniffing §7.1), so whatever a
// browser might run is at least called by its name.
const HTML_START = /^<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i;

/**
 * The type of a text that is markup: `image/svg+xml`, `text/html`, `application/xhtml+xml` or `application/xml`;
 * null for any other text. Markdown may begin with an HTML element, so for it (`isMarkdown`) only a document's
 * own root counts.
 */
export function markupType(text: string, isMarkdown: boolean): string | null {
  let rest = text;
  let doctype = '';
  for (let match = PROLOGUE.exec(rest); match !== null; match = PROLOGUE.exec(rest)) {
    doctype ||= (match[1] ?? '').toLowerCase();
    rest = rest.slice(match[0].length);
  }
  const isXml = /^\s*<\?xml\s/.test(text);
  if (doctype === 'svg' || /^<(?:\w+:)?svg[\s>/]/i.test(rest)) return 'image/svg+xml';
  if (doctype === 'html' || /^<html[\s>/]/i.test(rest)) return isXml ? 'application/xhtml+xml' : 'text/html';
  if (isXml) return 'application/xml';
  return !isMarkdown && HTML_START.test(rest) ? 'text/html' : null;
}
