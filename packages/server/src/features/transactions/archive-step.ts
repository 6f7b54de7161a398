import { archiveRowVersions } from '../../log/index.ts';

/** SQL that archives transaction $2 and its step $3, for the start of a WITH that changes them. */
export const archiveStep = `kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')})`;
