import { sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { DSIG } from '../assertion/elements.ts';
import { DIGEST_SHA256, EXCLUSIVE_C14N, RSA_SHA256 } from '../assertion/structure.ts';
import type { ProviderKey } from './key.ts';

/** Signs the query as it is sent, as the HTTP-Redirect binding requires. */
export function signQuery(query: string, { privateKey }: ProviderKey): string {
  const signed = `${query}&SigAlg=${encodeURIComponent(RSA_SHA256)}`;
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64');
  return `${signed}&Signature=${encodeURIComponent(signature)}`;
}

/** Adds the signature after the Issuer, as SAML requires. */
export function signDocument(xml: string, { privateKey, certificate }: ProviderKey): string {
  const signer = new SignedXml({
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: certificate,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  });
  signer.addReference({
    xpath: '/*',
    transforms: [`${DSIG}enveloped-signature`, EXCLUSIVE_C14N],
    digestAlgorithm: DIGEST_SHA256,
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}
