/** Texts of notification mails by which the quote is found in an answer. */

/** Begins a mail that can be answered. */
export const ANSWER_MARK = 'Reply above this line';
/** Precedes the address that ends mails to the person. */
export const MAIL_FOOTER =
  'You get this email because email notifications are on in your Ringbinder settings.';
