export { type MailListener, openMailListener } from './listener.ts';
export { measureAnswers } from './metrics.ts';
export { deleteExpiredReplyAddresses } from './queries.ts';
export { createReplyAddress } from './reply-address.ts';
