export { openMailListener } from './listener.ts';
export { startMailboxReader } from './mailbox.ts';
export { openMailbox } from './mailbox-connection.ts';
export { measureAnswers } from './metrics.ts';
export { deleteExpiredReplyAddresses } from './queries.ts';
export { createReplyAddress } from './reply-address.ts';
