export { isPublicAddress } from './addresses.ts';
export type { OutboundOutcome } from './call.ts';
export type { Resolve } from './connect.ts';
export { createDownload, type Download, DownloadFailed } from './download.ts';
export {
  type Mail,
  type MailFailure,
  mailError,
  mailFailureOf,
  oneLine,
  sendMail,
  verifyMailServer,
  withoutLineBreaks,
} from './mail.ts';
export { createOutbound, type Outbound } from './outbound.ts';
