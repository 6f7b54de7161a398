import { makePdf } from '../../packages/server/src/media/testing/fixtures.ts';
import type { Installation } from '../installation.ts';
import { type Measurement, median } from '../measurement.ts';

const PAGES = 100;
const VIEWERS = 20;
const ROUNDS = 10;
const CROWDS = 3;
const WORDS = 'Pages of a document that people read, sign and comment on. '.repeat(8);

/** Looking at pages of a 100-page PDF that nobody has seen: sharply, beside a thumbnail; and many viewers of one page. */
export const viewer: Measurement = {
  figures: {
    'viewer.first_sharp_to_thumbnail': {
      what: `${PAGES}-page PDF: the first sharp view of a page ÷ the thumbnail of another`,
      unit: '× thumbnail',
      atMost: 2,
    },
    'viewer.20_viewers_to_20_pages': {
      what: `${VIEWERS} viewers of one page at once ÷ one viewer of each of ${VIEWERS} pages`,
      unit: '× 20 pages',
      atMost: 0.3,
    },
  },
  async run({ installation }) {
    const { origin } = await installation.server();
    const pages = (await uploadedPages(installation)).map((page) => tilesOf(origin, page));
    // The first pages start the worker and load its code.
    for (const { thumbnail, tile } of pages.splice(0, 2)) await timeOf([thumbnail, tile]);
    const thumbnails: number[] = [];
    const sharp: number[] = [];
    for (const [index, { thumbnail, tile }] of pages.splice(0, 2 * ROUNDS).entries())
      if (index % 2 === 0) thumbnails.push(await timeOf([thumbnail]));
      else sharp.push(await timeOf([tile]));
    const crowds: number[] = [];
    for (let round = 0; round < CROWDS; round++) {
      const [one, ...others] = pages.splice(0, VIEWERS + 1).map(({ tile }) => tile);
      const together = await timeOf(Array.from({ length: VIEWERS }, () => one ?? ''));
      crowds.push(together / (await timeOf(others)));
    }
    return {
      'viewer.first_sharp_to_thumbnail': median(sharp) / median(thumbnails),
      'viewer.20_viewers_to_20_pages': median(crowds),
    };
  },
};

interface PageLinks {
  thumbnail_uri: string;
  background_uri: string;
}

async function uploadedPages(installation: Installation): Promise<PageLinks[]> {
  const [binderId] = await installation.binders(1);
  const form = new FormData();
  const pdf = makePdf({ pages: PAGES, text: `looked at ${WORDS}` });
  form.append('file', new Blob([new Uint8Array(pdf)]), 'looked-at.pdf');
  await installation.call('POST', `/${binderId}/pageupload`, form);
  return ((await installation.call('GET', `/${binderId}/pages`)) as { pages: PageLinks[] }).pages;
}

function tilesOf(origin: string, { thumbnail_uri, background_uri }: PageLinks) {
  const tile = background_uri.replace('/background?', '/tiles/0/0/0?');
  return { thumbnail: origin + thumbnail_uri, tile: origin + tile };
}

/** Milliseconds until all have come, asked for at once. */
async function timeOf(addresses: readonly string[]): Promise<number> {
  const start = performance.now();
  await Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(address);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    }),
  );
  return performance.now() - start;
}
