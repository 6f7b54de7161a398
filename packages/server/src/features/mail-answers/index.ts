export { type MailListener, openMailListener } from './listener.ts';
export { ANSWER_MARK, MAIL_FOOTER } from './mail-marks.ts';
export { measureAnswers } from './metrics.ts';
export { deleteExpiredReplyAddresses } from './queries.ts';
export { createReplyAddress } from './reply-address.ts';
