/** Includes base64, which makes files a third larger. */
export const MAX_MAIL_BYTES = 25 * 1024 ** 2;
export const MAX_HEAD_BYTES = 64 * 1024;
