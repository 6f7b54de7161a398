import { createHash } from 'node:crypto';
import { bodyText, canonicalJson, entryText, linkText } from '@ringbinder/protocol/chain.ts';
import { checkInPage } from './browser.ts';
import { receiptDocument } from './document.ts';
import type { ReceiptPayload, ReceiptSignature } from './receipt.ts';
import { renderReceipt } from './render.ts';
import { RECEIPT_STYLE } from './style.ts';
import { verifyReceipt } from './verify.ts';

const texts = [canonicalJson, bodyText, entryText, linkText];

/** What runs in the page: the functions as they are, for Node leaves blanks where their types were. */
export const RECEIPT_SCRIPT = `
${[...texts, renderReceipt, receiptDocument, verifyReceipt, checkInPage].map(String).join('\n')}
checkInPage({
  write: receiptDocument,
  verify: verifyReceipt,
  text: { ${texts.map(({ name }) => name).join(', ')} },
});
`;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** What a payload says of the style and the script of its file. */
export const receiptParts = {
  style_sha256: digest(RECEIPT_STYLE),
  script_sha256: digest(RECEIPT_SCRIPT),
};

/** The file of a receipt that is made now. */
export function receiptFile(payload: ReceiptPayload, signature: ReceiptSignature): string {
  return receiptDocument(payload, signature, { style: RECEIPT_STYLE, script: RECEIPT_SCRIPT });
}
