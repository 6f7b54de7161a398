/** The words of a receipt's page. `{…}` marks a value. */
export interface ReceiptWords {
  erased: string;
  created: string;
  updated: string;
  reopened: string;
  linkCreated: string;
  linkUsed: string;
  reassigned: string;
  notNeeded: string;
  requestedBy: string;
  number: string;
  answers: string;
  documents: string;
  noDocuments: string;
  log: string;
  activity: string;
  noOtherEntries: string;
  otherEntries: string;
  notVerified: string;
  verifiesItself: string;
}

/**
 * The words by version of the payload. To verify a receipt, its page is generated again and compared byte by byte. So
 * the words of a version never change: new words need a new version.
 */
export const RECEIPT_WORDS: Readonly<Record<1 | 2, ReceiptWords>> = {
  1: {
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
