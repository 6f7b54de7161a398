import { checkConditions, type Expected } from './conditions.ts';
import { parseDocument, readDocumentText } from './read-document.ts';
import { AssertionRefused } from './refusal.ts';
import { verifySignature } from './signature.ts';
import { checkStructure, type SignedStructure } from './structure.ts';
import { readSubject, type Subject } from './subject.ts';

export interface TrustedSigner {
  /** Certificates in PEM. */
  certificates: readonly string[];
  allowSha1: boolean;
}

export interface ValidAssertion {
  id: string;
  subject: Subject;
  expiresAt: number;
}

/** Callers rate-limit requests, and ensure that an assertion is used only once. */
export function validateAssertion(bytes: Buffer, signer: TrustedSigner, expected: Expected): ValidAssertion {
  const text = readDocumentText(bytes);
  const structure = checkStructure(parseDocument(text), signer.allowSha1);
  return readSigned(text, structure, signer, expected);
}

export function readSigned(
  text: string,
  structure: SignedStructure,
  signer: TrustedSigner,
  expected: Expected,
): ValidAssertion {
  const signed = parseDocument(verifySignature(text, structure, signer.certificates)).documentElement;
  if (signed?.localName !== 'Assertion' || signed.getAttribute('ID') !== structure.id)
    throw new AssertionRefused('has a signature that covers something other than the assertion');
  const expiresAt = checkConditions(signed, expected);
  return { id: structure.id, subject: readSubject(signed), expiresAt };
}
