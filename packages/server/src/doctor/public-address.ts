import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Config } from '../config/config.ts';
import { CHECK_TIMEOUT_MS, type Check, type Finding, fail, ok, reasonOf, warn } from './check.ts';

const NAME = 'PUBLIC_URL';
const DAY_MS = 86_400_000;
const MAX_CLOCK_DIFFERENCE_MS = 5_000;
const REMEDY = 'check the proxy, the firewall and the name in the DNS';

interface Answer {
  status: number;
  date: number;
  certificate?: { until: number; error: string | undefined };
}

export function publicAddressCheck({ publicUrl }: Config, isRunning: () => Promise<boolean>): Check {
  return {
    name: NAME,
    needs: [NAME],
    remedy: REMEDY,
    async run() {
      if (publicUrl === '')
        return [ok(NAME, 'not set: links lead to the address that the service listens on')];
      const answer = await ask(`${publicUrl}/healthz`).catch((error: Error) => error);
      const certificate = 'certificate' in answer ? certificateFindings(answer.certificate, Date.now()) : [];
      const isUp = !(answer instanceof Error) && answer.status < 500;
      if (!isUp && !(await isRunning())) {
        const detail = 'no response: the service is not running on this machine';
        return [...certificate, warn(NAME, detail, 'start the service')];
      }
      if (answer instanceof Error) return [fail(NAME, reasonOf(answer), REMEDY)];
      if (answer.status !== 200)
        return [
          ...certificate,
          fail(NAME, `answers with ${answer.status}`, 'point the proxy to the service'),
        ];
      return [...certificate, dateFinding(answer.date - Date.now())];
    },
  };
}

function dateFinding(difference: number): Finding {
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_MS) return ok(NAME, 'reachable');
  const seconds = (Math.abs(difference) / 1_000).toFixed(0);
  return warn(
    NAME,
    `its clock differs by ${seconds} s`,
    'check the time synchronisation (NTP) of both machines',
  );
}

function certificateFindings(certificate: Answer['certificate'], now: number): Finding[] {
  if (!certificate) return [];
  const label = 'Certificate';
  const days = Math.floor((certificate.until - now) / DAY_MS);
  const remedy = 'renew it, and check the renewal job';
  if (days < 0) return [fail(label, `expired ${-days} days ago`, remedy)];
  if (certificate.error !== undefined)
    return [fail(label, `invalid: ${certificate.error}`, 'install a certificate that browsers trust')];
  if (days < 3) return [fail(label, `${days} days left`, remedy)];
  return [days < 21 ? warn(label, `${days} days left`, remedy) : ok(label, `${days} days left`)];
}

/** Accepts an invalid certificate, to report the reason. */
function ask(url: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const isTls = url.startsWith('https:');
  const request = (isTls ? requestHttps : requestHttp)(
    url,
    { agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS + 1_000) },
    (response) => {
      const socket = response.socket as TLSSocket;
      const certificate = isTls
        ? {
            until: Date.parse(socket.getPeerCertificate().valid_to),
            error: socket.authorized ? undefined : String(socket.authorizationError),
          }
        : undefined;
      resolve({
        status: response.statusCode ?? 0,
        date: Date.parse(response.headers.date ?? '') || Date.now(),
        ...(certificate && { certificate }),
      });
      response.destroy();
    },
  );
  request.on('error', reject);
  request.end();
  return promise;
}
