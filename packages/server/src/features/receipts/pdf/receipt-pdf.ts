import { MISSING } from '../../../pdf/index.ts';
import type { ReceiptPayload } from '../receipt.ts';
import { renderReceipt } from '../render.ts';
import { type ReceiptWords, receiptWords } from '../words.ts';
import { drawMarkup, textsOf } from './draw.ts';
import { Sheet } from './sheet.ts';
import { addSignatureField, type SignatureField } from './signature-field.ts';

export interface PdfInput {
  payload: ReceiptPayload;
  field: SignatureField | undefined;
}

const MAX_LISTED = 20;

export interface WrittenPdf {
  pdf: Uint8Array;
  offset: number | undefined;
}

export async function receiptPdf(
  payload: PdfInput['payload'],
  field?: PdfInput['field'],
): Promise<WrittenPdf> {
  const { transaction, issuer, issued_time: createdTime, runs } = payload;
  const hash = runs.at(-1)?.hash ?? '';
  const words = receiptWords(payload);
  const sheet = new Sheet({
    title: `${transaction.title} · ${words.title}`,
    author: issuer,
    keywords: `last-hash=${hash}`,
    createdTime,
    language: payload.language ?? 'en',
    pictureText: words.pdfSignature,
  });
  const markup = renderReceipt(payload, words) + closing(field, words);
  const footer = `${words.lastHash} ${hash}`;
  await sheet.fonts.load([...textsOf(markup), { text: footer, font: 'mono' }]);
  drawMarkup(sheet, markup);
  const note = missingNote(sheet.fonts.missing, words);
  if (note !== '') {
    await sheet.fonts.load(textsOf(note));
    drawMarkup(sheet, note);
  }
  sheet.footers(footer);
  const offset = field && addSignatureField(sheet.doc, field);
  return { pdf: await sheet.bytes(), offset };
}

function closing(field: SignatureField | undefined, words: ReceiptWords): string {
  const about = field ? words.pdfSigned.replace('{name}', () => field.signer) : words.pdfUnsigned;
  return `<section><h2>${escaped(words.pdfSignature)}</h2><p>${escaped(about)}</p></section>`;
}

function missingNote(missing: ReadonlySet<string>, words: ReceiptWords): string {
  if (missing.size === 0) return '';
  const codes = [...missing].map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const list = codes.slice(0, MAX_LISTED).join(', ') + (codes.length > MAX_LISTED ? ', …' : '');
  const about = words.pdfMissing.replace('{sign}', MISSING).replace('{list}', list);
  return `<section><h2>${escaped(words.pdfCharacters)}</h2><p>${escaped(about)}</p></section>`;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
