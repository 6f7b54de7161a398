import { MISSING } from '../../../pdf/index.ts';
import type { ReceiptPayload } from '../receipt.ts';
import { renderReceipt } from '../render.ts';
import { RECEIPT_WORDS } from '../words.ts';
import { drawMarkup } from './draw.ts';
import { Sheet } from './sheet.ts';
import { addSignatureField, type SignatureField } from './signature-field.ts';

export interface PdfInput {
  payload: ReceiptPayload;
  /** Reserves space for a signature. Without it, the file says that it is not signed. */
  field: SignatureField | undefined;
}

/** Characters that the closing note lists by code. */
const MAX_LISTED = 20;

export interface WrittenPdf {
  pdf: Uint8Array;
  /** Of the signature in bytes; undefined without a field. */
  offset: number | undefined;
}

/** Returns a receipt as a tagged PDF with the same content as its HTML file. */
export async function receiptPdf(
  payload: PdfInput['payload'],
  field?: PdfInput['field'],
): Promise<WrittenPdf> {
  const { transaction, issuer, issued_time: createdTime, runs } = payload;
  const hash = runs.at(-1)?.hash ?? '';
  const sheet = new Sheet({
    title: `${transaction.title} · Receipt`,
    author: issuer,
    keywords: `last-hash=${hash}`,
    createdTime,
  });
  const markup = renderReceipt(payload, RECEIPT_WORDS[payload.version]);
  drawMarkup(sheet, markup);
  drawMarkup(sheet, closing(field));
  const note = missingNote(sheet.missing);
  if (note !== '') drawMarkup(sheet, note);
  sheet.footers(`Last hash ${hash}`);
  const offset = field && addSignatureField(sheet.doc, field);
  return { pdf: await sheet.bytes(), offset };
}

function closing(field: SignatureField | undefined): string {
  const words = field
    ? `This file has a digital signature of ${escaped(field.signer)}. A PDF reader verifies it.`
    : 'This file has no digital signature, because the organisation has no certificate. The HTML receipt is signed.';
  return `<section><h2>Signature</h2><p>${words}</p></section>`;
}

function missingNote(missing: ReadonlySet<string>): string {
  if (missing.size === 0) return '';
  const codes = [...missing].map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const more = codes.length > MAX_LISTED ? ` and ${codes.length - MAX_LISTED} more` : '';
  const list = codes.slice(0, MAX_LISTED).join(', ');
  return `<section><h2>Characters</h2><p>The fonts of this file lack some characters, which it shows as ${MISSING}: ${list}${more}. The HTML receipt shows them.</p></section>`;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
