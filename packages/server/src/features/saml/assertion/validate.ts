import { checkConditions, type Expected } from './conditions.ts';
import { parseDocument, readDocumentText } from './read-document.ts';
import { AssertionRefused } from './refusal.ts';
import { verifySignature } from './signature.ts';
import { checkStructure, type SignedStructure } from './structure.ts';
import { readSubject, type Subject } from './subject.ts';

export interface TrustedSigner {
  /** PEM. */
  certificates: readonly string[];
  allowSha1: boolean;
}

/** What a valid assertion says. That it is used once is the caller's to see to. */
export interface ValidAssertion {
  id: string;
  subject: Subject;
  /** Milliseconds since 1970 from which it would be refused. */
  expiresAt: number;
}

/**
 * Validates an assertion: document, structure, signature, conditions, in this order, and reads nothing but what is
 * signed. Takes milliseconds of CPU, so callers authenticate and count first. Throws AssertionRefused.
 */
export function validateAssertion(bytes: Buffer, signer: TrustedSigner, expected: Expected): ValidAssertion {
  const text = readDocumentText(bytes);
  const structure = checkStructure(parseDocument(text), signer.allowSha1);
  return readSigned(text, structure, signer, expected);
}

/** Verifies the signature, and reads what it covers. Throws AssertionRefused. @param text of the whole document */
export function readSigned(
  text: string,
  structure: SignedStructure,
  signer: TrustedSigner,
  expected: Expected,
): ValidAssertion {
  // From here on the document is what was signed, and nothing else of what was sent.
  const signed = parseDocument(verifySignature(text, structure, signer.certificates)).documentElement;
  if (signed?.localName !== 'Assertion' || signed.getAttribute('ID') !== structure.id)
    throw new AssertionRefused('has a signature over something else than itself');
  const expiresAt = checkConditions(signed, expected);
  return { id: structure.id, subject: readSubject(signed), expiresAt };
}
