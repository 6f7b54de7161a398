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
  /** The origin of the script. */
  from?: string;
  body?: string;
  /** No frame of the server can answer, so the waits of the doctor pass at once. */
  isSilent?: boolean;
}

/** The findings of every page. Profiles of tests block the storage of third parties. */
const ALWAYS = ['popups_unknown', 'meets_unknown', 'storage_blocked', 'meets_udp', 'meets_no_relay'];

interface Doctor {
  pageOf(fault: Case): string;
  /** Opens a faulty page and returns the findings, the most severe first. */
  diagnose(fault: Case, site?: HostSite): Promise<Finding[]>;
  /** Returns the codes, without those that every page has. */
  codes(fault: Case): Promise<string[]>;
  /** A registered site on the same site as the service, where no cookies are third-party. */
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
        // The clock is advanced, which would be a fault in the next page.
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

/** Returns the findings at the time when the page was loaded: a call by Playwright counts as a click. */
export const examine = (page: Page) => page.evaluate<Finding[]>('looked');

async function examineAt(page: Page, address: string): Promise<Finding[]> {
  await page.goto(address);
  return examine(page);
}

/** The connection of media takes real time. */
const NO_MEDIA = '<script nonce="n">delete globalThis.RTCPeerConnection;</script>';

/** Opens a page in which no frame of the server answers. The doctor's waits for frames pass at once. */
export async function examineInSilence(page: Page, address: string): Promise<Finding[]> {
  await page.clock.install();
  await page.goto(address);
  return ahead(page, examine(page));
}

/** Advances the clock of a page until something has happened. */
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
