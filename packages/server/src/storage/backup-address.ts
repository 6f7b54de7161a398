import { resolve } from 'node:path';
import { readS3Address, type S3Address } from './files/index.ts';

export type BackupAddress = { directory: string } | S3Address;

export function readBackupAddress(text: string): BackupAddress {
  return /^s3:/i.test(text) ? readS3Address(text) : { directory: resolve(text) };
}

export interface BackupRetention {
  daily: number;
  weekly: number;
}
