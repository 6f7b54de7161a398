import { archiveRowVersions } from '../../log/index.ts';

/** SQL that begins a WITH, and archives transaction $2 and its step $3 before the statement changes them. */
export const archiveStep = `kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')})`;
