import { verify } from 'node:crypto';
import { XMLSerializer } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { AssertionRefused } from './refusal.ts';
import { RSA_SHA1, RSA_SHA256, type SignedStructure } from './structure.ts';

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
  const verifier = new SignedXml({
    publicCert: certificates.join('\n'),
    getCertFromKeyInfo: () => null,
  });
  // Each name that it takes for an ID costs a search of the whole document, and ours has one.
  verifier.idAttributes = ['ID'];
  // By its own algorithms it would canonicalise everything anew for each key; and it knows more than are allowed here.
  verifier.SignatureAlgorithms = algorithmsFor(certificates);
  try {
    verifier.loadSignature(signatureText);
    const signed = verifier.checkSignature(text) ? verifier.getSignedReferences() : [];
    if (signed.length === 1 && signed[0]) return signed[0];
  } catch {
    // It throws for whatever it does not like, a wrong key included.
  }
  throw new AssertionRefused('has a signature that no registered certificate of the identity provider fits');
}

/** The algorithms of an assertion's signature, which one of several keys has to fit. */
function algorithmsFor(certificates: readonly string[]): Record<string, new () => SignatureAlgorithm> {
  const withHash = (name: string, hash: string) =>
    class implements SignatureAlgorithm {
      getAlgorithmName = () => name;
      getSignature = () => {
        throw new Error('nothing is signed here');
      };
      verifySignature = (material: string, _key: unknown, value: string): boolean =>
        certificates.some((pem) => verify(hash, Buffer.from(material), pem, Buffer.from(value, 'base64')));
    };
  return { [RSA_SHA256]: withHash(RSA_SHA256, 'sha256'), [RSA_SHA1]: withHash(RSA_SHA1, 'sha1') };
}
