import { canonicalJson } from '@ringbinder/protocol/chain.ts';
import type { ReceiptPayload, ReceiptSignature } from './receipt.ts';
import { renderReceipt } from './render.ts';
import type { ReceiptWords } from './words.ts';

/**
 * The receipt contains the source of this function, and compares itself with the result. Use only the
 * arguments, and functions whose source the receipt also contains.
 */
export function receiptDocument(
  payload: ReceiptPayload,
  signature: ReceiptSignature,
  { style, script }: { style: string; script: string },
  words: ReceiptWords,
): string {
  const text = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const source = (hex: string) =>
    `'sha256-${btoa(hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))))}'`;
  // A function writes the tags, because a literal end tag in the embedded source would end the script.
  const element = (name: string, attributes: string, content: string) =>
    `<${name}${attributes}>${content}</${name}>`;
  const policy = [
    `default-src 'none'`,
    `style-src ${source(payload.style_sha256)}`,
    `script-src ${source(payload.script_sha256)}`,
    `connect-src ${new URL(payload.keys_url).origin}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const head = [
    `<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    element('title', '', `${text(payload.transaction.title)} · ${text(words.title)}`),
    element('style', '', style),
  ].join('');
  const unchecked = element('strong', '', text(words.notVerified));
  const data = canonicalJson({ payload, signature }).replace(/</g, '\\u003c');
  const body = [
    element('div', ` id="result" role="status"`, `${unchecked} ${text(words.verifiesItself)}`),
    element('main', '', renderReceipt(payload, words)),
    element('script', ` type="application/json" id="receipt"`, data),
    element('script', ` id="check"`, script),
  ].join('');
  return `<!doctype html>\n${element('html', ` lang="${text(payload.language ?? 'en').replace(/"/g, '&quot;')}"`, element('head', '', head) + element('body', '', body))}\n`;
}
