export { queueMails, queueReminderMails } from './queue.ts';
export { notificationMails } from './send.ts';
export { unsubscribePages } from './unsubscribe-routes.ts';
export { writeContentFreeMail, writeMail } from './words.ts';
