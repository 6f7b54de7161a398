import { OrgId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Transactions';
const params = Type.Object({ org_id: OrgId });
const MAX_FILE_CHARACTERS = 64 * 1_024;

const Certificate = Type.Object(
  {
    subject: Type.String({ description: 'Distinguished name of the owner, with one part per line.' }),
    issuer: Type.String({ description: 'Distinguished name of the issuer, with one part per line.' }),
    serial_number: Type.String({ description: 'The serial number in hexadecimal.' }),
    fingerprint: Type.String({ description: 'SHA-256 of the certificate in hexadecimal.' }),
    chain_length: Type.Integer({
      description: 'The number of certificates in the file, including this one.',
    }),
    valid_from_time: Type.Integer(),
    valid_until_time: Type.Integer(),
    created_time: Type.Integer({ description: 'When the certificate was uploaded.' }),
    level: Type.Union([Type.Literal('B-B'), Type.Literal('B-T')], {
      description:
        'PAdES level of the signatures: `B-T` if the operator has configured a time-stamp server, otherwise `B-B`.',
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
    'Allowed for admins of the org and its partner. The call never returns the private key. 404: the org has no certificate.',
  params,
  data: Certificate,
});

export const uploadCertificate = operation(tag, 'uploadReceiptCertificate', {
  summary: 'Upload the certificate with which an org signs receipts as PDF',
  description:
    'Allowed for admins of the org and its partner. Replaces the previous certificate. The server stores the private key encrypted. 400 at `pkcs12`: the file cannot be read or has no suitable key, or its certificate is expired, not valid yet or not for signatures. 400 at `password`: the password is wrong.',
  params,
  body: CertificateInput,
  data: Certificate,
});

export const deleteCertificate = operation(tag, 'deleteReceiptCertificate', {
  summary: 'Delete the certificate with which an org signs receipts as PDF',
  description:
    'Allowed for admins of the org and its partner. Also deletes the private key. From then on, receipts as PDF have no signature. Receipts that are already signed remain valid. 404: the org has no certificate.',
  params,
});
