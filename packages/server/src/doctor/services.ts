import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config/config.ts';
import { connectToReceiver } from '../features/audit/index.ts';
import { verifyMailServer } from '../outbound/index.ts';
import { openBucketOf } from '../storage/files/index.ts';
import { CHECK_TIMEOUT_MS, type Check, fail, ok } from './check.ts';

export function mailCheck({ smtpUrl }: Config): Check {
  const name = 'SMTP_URL';
  return {
    name,
    needs: [name],
    remedy: 'check the server, the user and the password in SMTP_URL',
    async run() {
      if (smtpUrl === undefined) return [ok(name, 'not set: no mails, and admins pass on the links')];
      await verifyMailServer(smtpUrl, CHECK_TIMEOUT_MS);
      return [ok(name, 'the server accepts the sign-in')];
    },
  };
}

export function filesCheck({ filesUrl }: Config): Check {
  const name = 'FILES_URL';
  const remedy = 'check the address, the keys (AWS_ACCESS_KEY_ID …) and the rights on the bucket';
  return {
    name,
    needs: [name],
    remedy,
    async run() {
      if (filesUrl === 'local') return [ok(name, 'local: files are in DATA_DIR')];
      const bucket = await openBucketOf(filesUrl);
      const key = `doctor-probe-${randomBytes(8).toString('hex')}`;
      const bytes = randomBytes(32);
      let wasWritten = false;
      try {
        await bucket.put(key, bytes);
        wasWritten = true;
        const isSame = bytes.equals(await buffer(await bucket.read(key)));
        await bucket.remove([key]);
        wasWritten = false;
        return [
          isSame
            ? ok(name, 'an object was written, read and deleted')
            : fail(name, 'an object was not read as it was written', remedy),
        ];
      } finally {
        if (wasWritten) await bucket.remove([key]).catch(() => undefined);
        bucket.close();
      }
    },
  };
}

export function redisCheck({ redisUrl }: Config): Check {
  const name = 'REDIS_URL';
  return {
    name,
    needs: [name],
    remedy:
      'check the server and the password in REDIS_URL; the service works without it, with limits for each process',
    async run() {
      if (redisUrl === undefined) return [ok(name, 'not set: each process counts limits alone')];
      const { Redis } = await import('ioredis');
      const client = new Redis(redisUrl, {
        lazyConnect: true,
        connectTimeout: CHECK_TIMEOUT_MS,
        retryStrategy: () => null,
        maxRetriesPerRequest: 0,
      });
      let reason: Error | undefined;
      client.on('error', (error) => {
        reason = error;
      });
      try {
        await client.connect();
        const begunAt = performance.now();
        await client.ping();
        return [ok(name, `${(performance.now() - begunAt).toFixed(1)} ms`)];
      } catch (error) {
        throw reason ?? error;
      } finally {
        client.disconnect();
      }
    },
  };
}

export function auditStreamCheck({ auditStream }: Config): Check {
  const name = 'AUDIT_STREAM';
  return {
    name,
    needs: [name],
    remedy: 'check the receiver and its certificate; for a private authority set NODE_EXTRA_CA_CERTS',
    async run() {
      if (auditStream === undefined) return [ok(name, 'not set: the audit log is in the database only')];
      if (auditStream.kind === 'file') {
        await access(dirname(auditStream.path), constants.W_OK | constants.X_OK);
        return [ok(name, 'the directory can be written')];
      }
      await connectToReceiver(auditStream, CHECK_TIMEOUT_MS);
      return [ok(name, 'the receiver takes connections')];
    },
  };
}
