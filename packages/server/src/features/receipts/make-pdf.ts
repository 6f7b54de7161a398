import { openCatalogue } from '@ringbinder/locales';
import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { findLanguage } from '../users/index.ts';
import { fileNameOf, receiptPayload } from './make.ts';
import { signPdf, writeReceiptPdf } from './pdf/index.ts';
import { findSeal, maxCmsSize, signCms, type TimeStamp } from './seal/index.ts';

export interface PdfReceipt {
  name: string;
  pdf: Buffer;
}

export async function makePdfReceipt(
  env: Environment,
  timeStamp: TimeStamp | undefined,
  ...[actor, binderId, transactionId]: readonly [actor: Actor, binderId: string, transactionId: number]
): Promise<PdfReceipt> {
  const user = await findLanguage(env.db, actor.userId);
  const catalogue = await openCatalogue(user?.language ?? 'en');
  const payload = await receiptPayload(env, catalogue, actor, binderId, transactionId);
  const name = fileNameOf(payload);
  const seal = await findSeal(env, binderId);
  const caller = actor.userId;
  if (!seal) return { name, pdf: (await writeReceiptPdf(caller, { payload, field: undefined })).pdf };
  const field = {
    signer: seal.orgName,
    reason: `Receipt of transaction ${transactionId}`,
    time: payload.issued_time,
    size: maxCmsSize(seal, timeStamp !== undefined),
  };
  const { pdf, offset = 0 } = await writeReceiptPdf(caller, { payload, field });
  return { name, pdf: await signPdf(pdf, offset, (content) => signCms(content, seal, timeStamp)) };
}
