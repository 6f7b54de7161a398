import { readReplyAddress } from './reply-address.ts';

/** Mail servers write the first two headers, which are thus more trusted. */
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'to', 'cc'];

export function headLinesOf(start: Buffer): string[] {
  const [head = ''] = start.toString('latin1').split(/\r?\n\r?\n/, 1);
  return head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
}

/** Does not verify the signatures of the addresses. */
export function findRecipients(lines: readonly string[], domain: string): string[] {
  const recipients = RECIPIENT_HEADERS.flatMap((name) => valuesOf(lines, name)).flatMap((value) =>
    value.split(/[\s<>,;:"()]+/),
  );
  const replyAddresses = recipients.filter((each) => readReplyAddress(each, domain));
  return [...new Set(replyAddresses.map((each) => each.toLowerCase()))];
}

/** Delivery reports have an empty Return-Path. */
export const isReport = (lines: readonly string[]): boolean =>
  valuesOf(lines, 'return-path').some((value) => value.trim() === '<>');

function valuesOf(lines: readonly string[], name: string): string[] {
  return lines
    .filter((line) => line.toLowerCase().startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1));
}
