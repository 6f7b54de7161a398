import { OrgId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Transactions';
const params = Type.Object({ org_id: OrgId });
const MAX_FILE_CHARACTERS = 64 * 1_024;

const Certificate = Type.Object(
  {
    subject: Type.String({ description: 'Distinguished name of the owner, one part in a line.' }),
    issuer: Type.String({ description: 'Distinguished name of the issuer.' }),
    serial_number: Type.String({ description: 'Hexadecimal.' }),
    fingerprint: Type.String({ description: 'SHA-256 of the certificate, hexadecimal.' }),
    chain_length: Type.Integer({ description: 'Certificates in the file, including this one.' }),
    valid_from_time: Type.Integer(),
    valid_until_time: Type.Integer(),
    created_time: Type.Integer({ description: 'When it was uploaded.' }),
    level: Type.Union([Type.Literal('B-B'), Type.Literal('B-T')], {
      description: 'PAdES level of the signatures: `B-T` if the operator has set a time-stamp server.',
    }),
  },
  { title: 'ReceiptCertificate' },
);
export type Certificate = Static<typeof Certificate>;

const CertificateInput = Type.Object({
  pkcs12: Type.String({
    minLength: 1,
    maxLength: MAX_FILE_CHARACTERS,
    description:
      'A PKCS#12 file (.p12, .pfx) in base64: a private key (RSA of 2,048 bits or more, or P-256, P-384, P-521), its certificate, and the chain.',
  }),
  password: Type.String({ maxLength: 1_024, description: 'The password of the file. It is not stored.' }),
});
export type CertificateInput = Static<typeof CertificateInput>;

export const getCertificate = operation(tag, 'getReceiptCertificate', {
  summary: 'Get the certificate with which an org signs receipts as PDF',
  description:
    'For admins of the org and its partner. 404 if there is none. The private key is never returned.',
  params,
  data: Certificate,
});

export const uploadCertificate = operation(tag, 'uploadReceiptCertificate', {
  summary: 'Upload the certificate with which an org signs receipts as PDF',
  description:
    'For admins of the org and its partner. Replaces the previous one. 400 names `pkcs12` or `password` for a file that cannot be read, without a key, with an expired certificate, or with another password. The private key is stored encrypted.',
  params,
  body: CertificateInput,
  data: Certificate,
});

export const deleteCertificate = operation(tag, 'deleteReceiptCertificate', {
  summary: 'Delete the certificate with which an org signs receipts as PDF',
  description:
    'For admins of the org and its partner. Also deletes the private key. Receipts as PDF then have no signature; signed ones remain valid.',
  params,
});
