// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleCertificate = messages('console-certificate', {
  title: 'Receipt certificate',
  about:
    'Receipts as PDF get a digital signature with this certificate. A new file replaces the current one.',
  current: (subject: string, until: string) => `Current: ${subject}, valid until ${until}`,
  file: 'Certificate with private key',
  fileHint: 'A PKCS#12 file (.p12 or .pfx). The private key is stored encrypted, and nobody can download it.',
  password: 'Password of the file',
  upload: 'Upload',
  delete: 'Delete certificate',
  deletion: 'Receipts as PDF will have no digital signature. Signed receipts remain valid.',
  unreadable: 'The file could not be read. Select it again.',
});
