import assert from 'node:assert/strict';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import { test as base, type HostSite, initOptions, registerOrigins } from './embed.ts';

export interface Finding {
  code: string;
  severity: string;
  sentence: string;
  mend: string;
}
interface Case {
  path: string;
  headers?: Record<string, string>;
  init?: Record<string, unknown>;
  from?: string;
  body?: string;
  isSilent?: boolean;
}

/** Test profiles block third-party storage, hence `storage_blocked`. */
const ALWAYS = ['popups_unknown', 'meets_unknown', 'storage_blocked', 'meets_udp', 'meets_no_relay'];

interface Doctor {
  pageOf(fault: Case): string;
  diagnose(fault: Case, site?: HostSite): Promise<Finding[]>;
  codes(fault: Case): Promise<string[]>;
  /** Same site as the service. */
  secondHost: HostSite;
}

export const test = base.extend<{ doctor: Doctor }>({
  doctor: async ({ app, host, org, service, startHost }, use) => {
    const { ada, client } = org;
    const secondHost = await startHost('127.0.0.1');
    await registerOrigins(service, client.id, [host.origin, secondHost.origin]);
    let page: Page | undefined;
    const doctor: Doctor = {
      secondHost,
      pageOf({ init = {}, from = service.origin, body = '', isSilent = false }) {
        const options = { ...initOptions(client.id, ada.token), ...init };
        return `<!doctype html><html lang="en"><title>Host</title><body>${body}${isSilent ? NO_MEDIA : ''}
<script nonce="n" src="${from}/sdk/service.js"></script>
<script nonce="n">if (!${JSON.stringify(init)}.none) Service.init(${JSON.stringify(options)});
  window.looked = Service.doctor();</script></body></html>`;
      },
      async diagnose(fault, site = host) {
        site.put(fault.path, doctor.pageOf(fault), fault.headers);
        const address = site.origin + fault.path;
        const opened = (!fault.isSilent && page) || (await app.newPage());
        if (!fault.isSilent) page = opened;
        const findings = await (fault.isSilent ? examineInSilence : examineAt)(opened, address);
        assert.equal(await opened.locator('iframe[title=Ringbinder]').count(), 0, 'no frame is left');
        const ranks = findings.map(({ severity }) => ['error', 'warning', 'info'].indexOf(severity));
        assert.deepEqual(ranks, [...ranks].sort());
        for (const { sentence, mend } of findings) {
          assert.match(sentence, /^[\w].{15,}\.$/s);
          assert.match(mend, /^[A-Z].{15,}\.$/s);
        }
        return findings;
      },
      codes: async (fault) => codesIn(await doctor.diagnose(fault)),
    };
    await use(doctor);
  },
});

/** The findings are from the load of the page, because calls by Playwright would count as clicks. */
export const examine = (page: Page) => page.evaluate<Finding[]>('looked');

async function examineAt(page: Page, address: string): Promise<Finding[]> {
  await page.goto(address);
  return examine(page);
}

/** The page's clock cannot shorten the WebRTC checks. */
const NO_MEDIA = '<script nonce="n">delete globalThis.RTCPeerConnection;</script>';

export async function examineInSilence(page: Page, address: string): Promise<Finding[]> {
  await page.clock.install();
  await page.goto(address);
  return ahead(page, examine(page));
}

export async function ahead<T>(page: Page, happening: Promise<T>): Promise<T> {
  let isOver = false;
  const result = happening.finally(() => {
    isOver = true;
  });
  while (!isOver) await page.clock.fastForward(1_000);
  return result;
}

export const codesIn = (findings: Finding[]) =>
  findings.map(({ code }) => code).filter((code) => !ALWAYS.includes(code));
