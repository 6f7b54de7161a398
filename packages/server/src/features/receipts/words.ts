import { type Catalogue, camelCase, datePattern } from '@ringbinder/locales';

const IDS = [
  'receipt.title',
  'receipt.file_name',
  'receipt.erased',
  'receipt.created',
  'receipt.updated',
  'receipt.reopened',
  'receipt.moved_on',
  'receipt.moved_back',
  'receipt.completed',
  'receipt.rejected',
  'receipt.pressed',
  'receipt.pressed_for',
  'receipt.link_created',
  'receipt.link_used',
  'receipt.reassigned',
  'receipt.added',
  'receipt.left',
  'receipt.disabled',
  'receipt.available',
  'receipt.page_read',
  'receipt.viewed',
  'receipt.reminded',
  'receipt.file_delivered',
  'receipt.file_withdrawn',
  'receipt.signed',
  'receipt.wrote',
  'receipt.posted',
  'receipt.quoted',
  'receipt.nobody',
  'receipt.answered_by',
  'receipt.not_needed',
  'receipt.requested_by',
  'receipt.on',
  'receipt.binder',
  'receipt.number',
  'receipt.answers',
  'receipt.documents',
  'receipt.own_documents',
  'receipt.other_documents',
  'receipt.no_documents',
  'receipt.document',
  'receipt.more_documents',
  'receipt.bytes',
  'receipt.log',
  'receipt.entry',
  'receipt.when',
  'receipt.activity',
  'receipt.no_other_entries',
  'receipt.other_entries',
  'receipt.issued_by',
  'receipt.last_hash',
  'receipt.yes',
  'receipt.no',
  'receipt.signature_erased',
  'receipt.signed_page',
  'receipt.signed_version',
  'receipt.not_verified',
  'receipt.verifies_itself',
  'receipt.changed',
  'receipt.partly',
  'receipt.unchanged',
  'receipt.unreadable',
  'receipt.entry_changed',
  'receipt.hash_differs',
  'receipt.cannot_verify',
  'receipt.signed_with',
  'receipt.not_signed',
  'receipt.entries_match',
  'receipt.answers_logged',
  'receipt.answers_not_logged',
  'receipt.page_matches',
  'receipt.page_differs',
  'receipt.check_key',
  'receipt.unreachable',
  'receipt.key_belongs',
  'receipt.key_differs',
  'receipt.pdf_signature',
  'receipt.pdf_signed',
  'receipt.pdf_unsigned',
  'receipt.pdf_characters',
  'receipt.pdf_missing',
] as const;

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
type NameOf<Id> = Id extends `receipt.${infer Name}` ? Camel<Name> : never;

/** Receipts before version 4 lack these words. */
type Added =
  | 'posted'
  | 'ownDocuments'
  | 'otherDocuments'
  | 'signedPage'
  | 'signedVersion'
  | 'viewed'
  | 'reminded';

export type ReceiptWords = Readonly<Record<Exclude<NameOf<(typeof IDS)[number]>, Added>, string>> & {
  readonly [Name in Added]?: string;
} & {
  readonly date: string;
  readonly months: readonly string[];
};

const VALUES = Object.fromEntries(
  'button count from host key label list name page seq sha256 sign text title to'
    .split(' ')
    .map((name) => [name, `{${name}}`]),
);

export function translatedWords({ tag, text }: Catalogue): ReceiptWords {
  const words = IDS.map((id) => [camelCase(id.slice('receipt.'.length)), text(id, VALUES)]);
  return { ...Object.fromEntries(words), ...datePattern(tag) };
}

const ENGLISH = {
  fileName: '{title} receipt',
  title: 'Receipt',
  movedOn: 'skipped steps',
  movedBack: 'went back to earlier steps',
  completed: 'ended it: completed',
  rejected: 'ended it: rejected',
  pressed: 'pressed “{button}”',
  pressedFor: 'pressed “{button}” for {name}',
  added: 'added {name} to an overdue step',
  left: 'made {name} unavailable: no longer a member',
  disabled: 'made {name} unavailable: disabled',
  available: 'made {name} available again',
  pageRead: 'opened “{name}” to the end',
  viewed: 'opened the request',
  reminded: 'reminded the people who had not answered',
  fileDelivered: 'uploaded “{name}” for “{label}”, SHA-256 {sha256}',
  fileWithdrawn: 'withdrew “{name}”',
  signed: 'signed “{name}”, SHA-256 {sha256}',
  wrote: 'wrote: {text}',
  quoted: '“{name}”',
  nobody: 'a person who was erased',
  answeredBy: 'Answered by {name}',
  on: 'On',
  binder: 'Binder',
  document: 'Document',
  moreDocuments: 'And {count} more.',
  bytes: '{count} bytes',
  entry: 'Entry',
  when: 'When',
  issuedBy: 'Issued by',
  lastHash: 'Last hash',
  yes: 'Yes',
  no: 'No',
  signatureErased: 'The signature was erased.',
  changed: 'This receipt was changed. Do not rely on it.',
  partly: 'No problems found, but the signature was not verified.',
  unchanged: 'This receipt is unchanged since it was signed.',
  unreadable: 'This receipt can’t be read. It was changed or is incomplete.',
  entryChanged: 'Entry {seq} was changed.',
  hashDiffers: 'The entries do not match the last hash of the receipt.',
  cannotVerify:
    'This browser can’t verify Ed25519 signatures. Use another browser, or “npm run verify-receipt”.',
  signedWith: 'Signed with the key {key}.',
  notSigned: 'The signature is not valid: something was changed after signing.',
  entriesMatch: 'Every entry matches its hash, and every hash matches the next.',
  answersLogged: 'Every answer is in the log.',
  answersNotLogged: 'A displayed answer is not in the log.',
  pageMatches: 'The page matches the signed data.',
  pageDiffers: 'The page does not match the signed data.',
  checkKey: 'Check the key with {host}',
  unreachable: 'The server could not be reached.',
  keyBelongs: 'The key belongs to them.',
  keyDiffers: 'The key does NOT belong to them. Do not rely on this receipt.',
  pdfSignature: 'Signature',
  pdfSigned: 'This file has a digital signature of {name}. A PDF reader verifies it.',
  pdfUnsigned:
    'This file has no digital signature, because the organisation has no certificate. The HTML receipt is signed.',
  pdfCharacters: 'Characters',
  pdfMissing:
    'The fonts of this file lack some characters, which it shows as {sign}: {list}. The HTML receipt shows them.',
  date: '{day} {month} {year}',
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};

/** Keyed by version. The words must never change, because verification generates the page again. */
export const FIXED_WORDS: Readonly<Record<1 | 2, ReceiptWords>> = {
  1: {
    ...ENGLISH,
    erased: 'The words of this entry were erased; that it was there is still checked.',
    created: 'asked for “{title}”',
    updated: 'changed the transaction',
    reopened: 'opened it again',
    linkCreated: 'made a link to answer by',
    linkUsed: 'answered by a link',
    reassigned: 'asked {to} in place of {from}',
    notNeeded: 'Not needed any more',
    requestedBy: 'Asked for by',
    number: 'Transaction',
    answers: 'Who answered',
    documents: 'Documents in the binder at its end',
    noDocuments: 'There were none.',
    log: 'From the log of the binder',
    activity: 'What',
    noOtherEntries: 'No other entries lie between these.',
    otherEntries:
      '{count} other entries of the binder lie between these. Their hashes are in this file, what they say is not.',
    notVerified: 'This receipt has not been checked.',
    verifiesItself: 'It checks itself where scripts may run.',
  },
  2: {
    ...ENGLISH,
    erased: 'The content of this entry was erased. Its position in the log is still verified.',
    created: 'requested “{title}”',
    updated: 'changed the request',
    reopened: 'reopened it',
    linkCreated: 'created a link to answer',
    linkUsed: 'answered through a link',
    reassigned: 'reassigned a step from {from} to {to}',
    notNeeded: 'No longer needed',
    requestedBy: 'Requested by',
    number: 'Number',
    answers: 'Answers',
    documents: 'Documents in the binder at completion',
    noDocuments: 'No documents.',
    log: 'Binder log',
    activity: 'Activity',
    noOtherEntries: 'There are no other entries between these.',
    otherEntries:
      'The binder has {count} other entries between these. This file contains their hashes, but not their content.',
    notVerified: 'This receipt has not been verified.',
    verifiesItself: 'It verifies itself if scripts are allowed to run.',
  },
};

export const receiptWords = ({ version, words }: { version: number; words?: ReceiptWords }): ReceiptWords =>
  words ?? FIXED_WORDS[version === 1 ? 1 : 2];
