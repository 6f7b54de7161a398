import { archiveRowVersions } from '../../log/index.ts';

/** The first part of a WITH clause. Archives the rows of the transaction `$2` and the step `$3`. */
export const archiveStep = `kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')})`;
