import { openCatalogue } from '@ringbinder/locales';
import { withoutLineBreaks } from '../../../outbound/index.ts';

export async function writePasswordMail(language: string, org: string, url: string) {
  const { tag, text } = await openCatalogue(language);
  const parts = [
    text('password.requested', { org: withoutLineBreaks(org) }),
    `${text('password.open')}\n${url}`,
    text('password.ignore'),
  ];
  return { subject: text('password.subject'), text: `${parts.join('\n\n')}\n`, language: tag };
}
