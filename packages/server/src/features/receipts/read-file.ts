import { createHash, createPublicKey, verify } from 'node:crypto';
import { bodyText, canonicalJson, entryText, linkText } from '@ringbinder/protocol/chain.ts';
import { receiptDocument } from './document.ts';
import type { ReceiptPayload, ReceiptSignature } from './receipt.ts';
import { type ReceiptCheck, type ReceiptTools, verifyReceipt } from './verify.ts';
import { FIXED_WORDS, receiptWords } from './words.ts';

export interface FileCheck {
  payload: ReceiptPayload;
  signature: ReceiptSignature;
  checks: ReceiptCheck[];
}

const digest = (text: string) => createHash('sha256').update(text);

export const receiptTools: ReceiptTools = {
  text: { canonicalJson, bodyText, entryText, linkText },
  sha256: async (text) => digest(text).digest('hex'),
  thumbprint: async (text) => digest(text).digest('base64url'),
  async verify({ kty, crv, x }, value, text) {
    try {
      const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
      return verify(null, Buffer.from(text), key, Buffer.from(value, 'base64url'));
    } catch {
      return false;
    }
  },
};

export async function checkReceiptFile(html: string): Promise<FileCheck | undefined> {
  const between = (start: string, end: string) => {
    const from = html.indexOf(start);
    const to = html.indexOf(end, from);
    return from < 0 || to < 0 ? '' : html.slice(from + start.length, to);
  };
  const data = between('<script type="application/json" id="receipt">', '</script>');
  const style = between('<style>', '</style>');
  const script = between('<script id="check">', '</script>');
  try {
    const { payload, signature } = JSON.parse(data) as Pick<FileCheck, 'payload' | 'signature'>;
    const isShown =
      receiptDocument(payload, signature, { style, script }, receiptWords(payload)) === html &&
      digest(style).digest('hex') === payload.style_sha256 &&
      digest(script).digest('hex') === payload.script_sha256;
    return {
      payload,
      signature,
      checks: await verifyReceipt(payload, signature, isShown, receiptTools, FIXED_WORDS[2]),
    };
  } catch {
    return undefined;
  }
}
