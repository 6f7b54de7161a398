import { resolve } from 'node:path';
import { readS3Address, type S3Address } from './files/index.ts';

export type BackupAddress = { directory: string } | S3Address;

/** `s3://bucket/prefix?…`, or a directory. Throws an Error that continues the name of the setting. */
export function readBackupAddress(text: string): BackupAddress {
  return /^s3:/i.test(text) ? readS3Address(text) : { directory: resolve(text) };
}

/** The latest backups of each of the last days and weeks. */
export interface BackupRetention {
  daily: number;
  weekly: number;
}
