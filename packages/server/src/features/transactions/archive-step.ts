import { archiveRowVersions } from '../../log/index.ts';

/** SQL for the start of a WITH, which archives transaction $2 and its step $3 before the statement changes them. */
export const archiveStep = `kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')})`;
