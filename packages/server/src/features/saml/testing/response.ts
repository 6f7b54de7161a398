import { createPrivateKey, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { signDocument } from '../signing/sign.ts';
import { instant } from './assertion.ts';
import type { SigningKey } from './certificate.ts';

export interface ResponseParts {
  id: string;
  inResponseTo: string | undefined;
  destination: string | undefined;
  issuer: string;
  status: string;
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

export function writeResponse(parts: Partial<ResponseParts>, content: string): string {
  const {
    id = `_${randomBytes(12).toString('hex')}`,
    inResponseTo,
    destination,
    issuer,
    status = SUCCESS,
  } = parts;
  const attribute = (name: string, value: string | undefined) =>
    value === undefined ? '' : ` ${name}="${value}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${instant(Date.now())}"${attribute('Destination', destination)}${attribute('InResponseTo', inResponseTo)}>${issuer === undefined ? '' : `<saml:Issuer>${issuer}</saml:Issuer>`}<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${content}</samlp:Response>`;
}

export function signResponse(xml: string, { privateKey, certificate }: SigningKey): string {
  return signDocument(xml, { privateKey: createPrivateKey(privateKey), certificate });
}

export function readAuthnRequest(target: { address: string } | { field: string }) {
  const xml =
    'address' in target
      ? inflateRawSync(
          Buffer.from(new URL(target.address).searchParams.get('SAMLRequest') ?? '', 'base64'),
        ).toString()
      : Buffer.from(target.field, 'base64').toString();
  const read = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  return {
    xml,
    id: read('ID'),
    destination: read('Destination'),
    acs: read('AssertionConsumerServiceURL'),
    issuer: /<saml:Issuer>([^<]*)</.exec(xml)?.[1] ?? '',
  };
}
