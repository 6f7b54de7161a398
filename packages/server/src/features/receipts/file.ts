import { createHash } from 'node:crypto';
import { bodyText, canonicalJson, entryText, linkText } from '@ringbinder/protocol/chain.ts';
import { checkInPage } from './browser.ts';
import type { ReceiptPayload, ReceiptSignature } from './receipt.ts';
import { renderReceipt } from './render.ts';
import { RECEIPT_STYLE } from './style.ts';
import { verifyReceipt } from './verify.ts';

const texts = [canonicalJson, bodyText, entryText, linkText];

/** What runs in the page: the functions as they are, for Node leaves blanks where their types were. */
export const RECEIPT_SCRIPT = `
${[...texts, renderReceipt, verifyReceipt, checkInPage].map(String).join('\n')}
checkInPage({
  render: renderReceipt,
  verify: verifyReceipt,
  text: { ${texts.map(({ name }) => name).join(', ')} },
});
`;

const digest = (text: string, encoding: 'hex' | 'base64') =>
  createHash('sha256').update(text).digest(encoding);

/** What a payload says of the style and the script of its file. */
export const receiptParts = {
  style_sha256: digest(RECEIPT_STYLE, 'hex'),
  script_sha256: digest(RECEIPT_SCRIPT, 'hex'),
};

/**
 * The file of a receipt. Its markup is what browsers would write of it themselves. By its Content-Security-Policy it loads
 * nothing, and runs and is drawn by nothing but its own script and style.
 */
export function receiptFile(
  payload: ReceiptPayload,
  signature: ReceiptSignature,
  { style, script } = { style: RECEIPT_STYLE, script: RECEIPT_SCRIPT },
): string {
  const text = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const policy = [
    `default-src 'none'`,
    `style-src 'sha256-${digest(style, 'base64')}'`,
    `script-src 'sha256-${digest(script, 'base64')}'`,
    `connect-src ${new URL(payload.keys_url).origin}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const data = canonicalJson({ payload, signature }).replace(/</g, '\\u003c');
  return [
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${text(payload.transaction.title)} · Receipt</title>`,
    `<style>${style}</style></head><body>`,
    `<div id="result" role="status"><strong>This receipt has not been checked.</strong> It checks itself where scripts may run.</div>`,
    `<main>${renderReceipt(payload)}</main>`,
    `<script type="application/json" id="receipt">${data}</script>`,
    `<script id="check">${script}</script></body></html>\n`,
  ].join('');
}
