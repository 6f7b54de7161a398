import { makePdf } from '../../packages/server/src/media/testing/fixtures.ts';
import type { Installation } from '../installation.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const PAGES = 100;
const VIEWERS = 20;
const ROUNDS = 10;
const CROWDS = 3;
const WORDS = 'Pages of a document that people read, sign and comment on. '.repeat(8);

/** Looking at pages of a 100-page PDF that nobody has looked at: sharply, beside a thumbnail; and many at one of them. */
export const viewer: Measurement = {
  figures: {
    'viewer.first_sharp_to_thumbnail': `${PAGES}-page PDF: the first sharp view of a page ÷ the thumbnail of another`,
    'viewer.first_sharp': 'a page that fills a screen of 1,000 pixels: one tile',
    'viewer.first_sharp.2x': 'the same at two pixels for each: four tiles',
    'viewer.thumbnail': 'a thumbnail',
    'viewer.20_viewers_to_20_pages': `${VIEWERS} viewers of one page at once ÷ one viewer of each of ${VIEWERS} pages`,
  },
  async run({ installation }) {
    const { origin } = await installation.server();
    const pages = (await uploadedPages(installation)).map((page) => tilesOf(origin, page));
    // The worker is there, and has what it loads with its first page.
    for (const { thumbnail, tile } of pages.splice(0, 2)) await timeOf([thumbnail, tile('0/0/0')]);
    const times = { thumbnail: [] as number[], sharp: [] as number[], twice: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two, three] = pages.splice(0, 3);
      if (!one || !two || !three) throw new Error('there are no more pages');
      times.thumbnail.push(await timeOf([one.thumbnail]));
      times.sharp.push(await timeOf([two.tile('0/0/0')]));
      times.twice.push(await timeOf(['1/0/0', '1/1/0', '1/0/1', '1/1/1'].map(three.tile)));
    }
    const crowds: number[] = [];
    for (let round = 0; round < CROWDS; round++) {
      const [one, ...others] = pages.splice(0, VIEWERS + 1);
      if (!one) throw new Error('there are no more pages');
      const together = await timeOf(Array.from({ length: VIEWERS }, () => one.tile('0/0/0')));
      crowds.push(together / (await timeOf(others.map(({ tile }) => tile('0/0/0')))));
    }
    const [thumbnail, sharp] = [median(times.thumbnail), median(times.sharp)];
    return {
      'viewer.first_sharp_to_thumbnail': { value: sharp / thumbnail, unit: '× thumbnail' },
      'viewer.first_sharp': { value: sharp, unit: 'ms' },
      'viewer.first_sharp.2x': { value: median(times.twice), unit: 'ms' },
      'viewer.thumbnail': { value: thumbnail, unit: 'ms' },
      'viewer.20_viewers_to_20_pages': { value: median(crowds), unit: '× 20 pages' },
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
  const tile = (name: string) => origin + background_uri.replace('/background?', `/tiles/${name}?`);
  return { thumbnail: origin + thumbnail_uri, tile };
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
