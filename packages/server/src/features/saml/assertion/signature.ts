import { verify } from 'node:crypto';
import { XMLSerializer } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { AssertionRefused } from './refusal.ts';
import { RSA_SHA1, RSA_SHA256, type SignedStructure } from './structure.ts';

export function verifySignature(
  text: string,
  { signature }: SignedStructure,
  certificates: readonly string[],
): string {
  // Pass text, because xml-crypto uses another version of xmldom.
  const signatureText = new XMLSerializer().serializeToString(signature);
  const verifier = new SignedXml({
    publicCert: certificates.join('\n'),
    getCertFromKeyInfo: () => null,
  });
  // xml-crypto searches the document once for each name of an id attribute. SAML uses only `ID`.
  verifier.idAttributes = ['ID'];
  // The default algorithms include forbidden ones.
  verifier.SignatureAlgorithms = algorithmsFor(certificates);
  try {
    verifier.loadSignature(signatureText);
    const signed = verifier.checkSignature(text) ? verifier.getSignedReferences() : [];
    if (signed.length === 1 && signed[0]) return signed[0];
  } catch {
    // xml-crypto throws for every fault, including a wrong key.
  }
  throw new AssertionRefused(
    'has a signature that matches no registered certificate of the identity provider',
  );
}

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
