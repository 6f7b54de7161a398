import { makePdf } from '../../packages/server/src/media/testing/fixtures.ts';
import type { Installation } from '../installation.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const PAGES = 100;
const WORDS = 'Pages of a document that people read, sign and comment on. '.repeat(8);

/** A PDF from its upload to its listed pages, and its first thumbnail. Every one is new to the server. */
export const upload: Measurement = {
  figures: {
    'upload.pages_listed': `${PAGES}-page PDF, upload to listed pages`,
    'upload.first_thumbnail': 'its first thumbnail',
    'upload.pages_listed.first': 'the first upload since the start, which starts a media worker',
  },
  async run({ installation, rounds }) {
    const first = await uploadOnce(installation, -1);
    const times: UploadTimes[] = [];
    for (let round = 0; round < rounds; round++) times.push(await uploadOnce(installation, round));
    return {
      'upload.pages_listed': { value: median(times.map(({ listed }) => listed)), unit: 'ms' },
      'upload.first_thumbnail': { value: median(times.map(({ thumbnail }) => thumbnail)), unit: 'ms' },
      'upload.pages_listed.first': { value: first.listed, unit: 'ms' },
    };
  },
};

/** Milliseconds. */
interface UploadTimes {
  listed: number;
  thumbnail: number;
}

async function uploadOnce(installation: Installation, round: number): Promise<UploadTimes> {
  const [binderId] = await installation.binders(1);
  const { origin } = await installation.server();
  const form = new FormData();
  const pdf = makePdf({ pages: PAGES, text: `${round} ${WORDS}` });
  form.append('file', new Blob([new Uint8Array(pdf)]), 'measured.pdf');
  const start = performance.now();
  const { file_id } = await installation.call('POST', `/${binderId}/pageupload`, form);
  const { pages } = (await installation.call('GET', `/${binderId}/pages?file_id=${file_id}`)) as {
    pages: { thumbnail_uri: string }[];
  };
  const listed = performance.now();
  if (pages.length !== PAGES) throw new Error(`${pages.length} pages listed of ${PAGES}`);
  const picture = await fetch(origin + pages[0]?.thumbnail_uri);
  await picture.arrayBuffer();
  if (!picture.ok) throw new Error(`the thumbnail answered ${picture.status}`);
  return { listed: listed - start, thumbnail: performance.now() - listed };
}
