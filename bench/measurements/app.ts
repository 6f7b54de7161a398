import type { CDPSession, Page } from 'playwright-core';
import { type DemoBrowser, openDemoBrowser } from '../app/demo-browser.ts';
import { fillBinder, setRead } from '../app/fill-binder.ts';
import { alternate, type Bench, type Measurement, medianOf } from '../measurement.ts';

const sizes = {
  long: { full: 100_000, quick: 2_000 },
  scrolled: { full: 5_000, quick: 1_200 },
};
const SHORT = 100;
/** Pixels of one step, within what is drawn beyond the edges. */
const STEP = 4_000;

/** The app in Chromium: opening a long chat beside a short one, and what scrolling through it leaves in memory. */
export const app: Measurement = {
  figures: {
    'app.open.100k_to_100_time': {
      what: 'opening a chat of 100,000 messages, half of them unread, until the first unread one is drawn ÷ one of 100',
      unit: '× time',
      atMost: 2,
    },
    'app.scroll.nodes': {
      what: 'DOM nodes after scrolling up and down 5,000 messages ÷ after the first 500',
      unit: '× at first',
      atMost: 1.3,
    },
    'app.scroll.heap': {
      what: 'the same of the heap, after garbage collections',
      unit: '× at first',
      atMost: 1.5,
    },
  },
  async run(bench) {
    const { installation } = bench;
    const size = (name: keyof typeof sizes) => sizes[name][bench.quick ? 'quick' : 'full'];
    const [short = '', long = '', scrolled = ''] = await installation
      .binders(bench.quick ? 3 : 60)
      .then((all) => all.slice(-3));
    const firsts = {
      short: await fillBinder(installation, short, SHORT),
      long: await fillBinder(installation, long, size('long')),
    };
    await fillBinder(installation, scrolled, size('scrolled'));
    const browser = await openDemoBrowser(installation);
    try {
      const times = await alternate(bench.rounds, {
        short: () => opening(bench, browser, short, firsts.short + SHORT / 2),
        long: () => opening(bench, browser, long, firsts.long + size('long') / 2),
      });
      const { nodes, heap } = await scrolling(browser, scrolled, size('scrolled'));
      return {
        'app.open.100k_to_100_time': medianOf(times, (time) => time.long / time.short),
        'app.scroll.nodes': nodes,
        'app.scroll.heap': heap,
      };
    } finally {
      await browser.close();
    }
  },
};

/** Milliseconds from navigating to a binder until the line before its first unread message is drawn. */
async function opening({ installation }: Bench, browser: DemoBrowser, binderId: string, readTo: number) {
  await setRead(installation, binderId, readTo);
  const page = await browser.open(`/b/${binderId}`);
  await page.locator('.unread-line').waitFor();
  const at = (await page.evaluate('performance.now()')) as number;
  await page.context().close();
  return at;
}

/** How DOM nodes and heap grow by scrolling through a chat, up and down: the larger of both ends ÷ the beginning. */
async function scrolling(browser: DemoBrowser, binderId: string, count: number) {
  const page = await browser.open(`/b/${binderId}`);
  await scrollTo(page, `Message ${count}`, STEP);
  const session = await page.context().newCDPSession(page);
  await scrollTo(page, `Message ${count - 500}`, -STEP);
  const begin = await memoryOf(session);
  await scrollTo(page, 'Message 1', -STEP);
  const top = await memoryOf(session);
  await scrollTo(page, `Message ${count}`, STEP);
  const end = await memoryOf(session);
  await page.context().close();
  return {
    nodes: Math.max(top.nodes, end.nodes) / begin.nodes,
    heap: Math.max(top.bytes, end.bytes) / begin.bytes,
  };
}

/** Scrolls, a step for each frame, until a message is drawn. */
async function scrollTo(page: Page, words: string, by: number): Promise<void> {
  await page.locator('.chat-content .message').first().waitFor();
  await page.evaluate(`new Promise((resolve, reject) => {
    const words = new RegExp('${words}\\\\b');
    const began = performance.now();
    const step = () => {
      if ([...document.querySelectorAll('.chat-content .message')].some((each) => words.test(each.textContent)))
        return resolve();
      if (performance.now() - began > 120_000) return reject(new Error('${words} is never reached'));
      document.querySelector('.chat-viewport').scrollBy(0, ${by});
      requestAnimationFrame(() => requestAnimationFrame(step));
    };
    step();
  })`);
}

async function memoryOf(session: CDPSession): Promise<{ nodes: number; bytes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  const { usedSize: bytes } = await session.send('Runtime.getHeapUsage');
  return { nodes, bytes };
}
