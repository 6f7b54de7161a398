import { makePdf } from '@ringbinder/page-renderer/testing';
import type { Installation } from '../installation.ts';
import { type Measurement, medianOf } from '../measurement.ts';

const PAGES = 100;
const WORDS = 'Pages of a document that people read, sign and comment on. '.repeat(8);

export const upload: Measurement = {
  figures: {
    'upload.pages_listed': { what: `${PAGES}-page PDF, upload to listed pages`, unit: 'ms', atMost: 1_000 },
    'upload.first_thumbnail': { what: 'its first thumbnail', unit: 'ms', atMost: 300 },
  },
  async run({ installation, rounds }) {
    const times: UploadTimes[] = [];
    for (let round = -1; round < rounds; round++) times.push(await uploadOnce(installation, round));
    times.shift();
    return {
      'upload.pages_listed': medianOf(times, ({ listed }) => listed),
      'upload.first_thumbnail': medianOf(times, ({ thumbnail }) => thumbnail),
    };
  },
};

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
