import { XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { AssertionRefused } from './refusal.ts';
import type { SignedStructure } from './structure.ts';

/**
 * Gives the bytes that one of the pinned certificates has signed, as canonical XML without the signature. KeyInfo is
 * not looked at. Throws AssertionRefused when none of the keys fits.
 * @param certificates PEM
 */
export function verifySignature(
  text: string,
  { signature }: SignedStructure,
  certificates: readonly string[],
): string {
  // xml-crypto parses with its own version of xmldom; given text, it never meets a node of ours.
  const signatureText = new XMLSerializer().serializeToString(signature);
  for (const certificate of certificates) {
    const signed = signedBytes(text, signatureText, certificate);
    if (signed !== undefined) return signed;
  }
  throw new AssertionRefused('has a signature that no registered certificate of the identity provider fits');
}

function signedBytes(text: string, signatureText: string, certificate: string): string | undefined {
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(signatureText);
    if (!verifier.checkSignature(text)) return undefined;
  } catch {
    // It throws for whatever it does not like, a wrong key included.
    return undefined;
  }
  const signed = verifier.getSignedReferences();
  return signed.length === 1 ? signed[0] : undefined;
}
