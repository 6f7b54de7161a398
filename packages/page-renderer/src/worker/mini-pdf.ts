import { deflateSync } from 'node:zlib';
import type { PageSize } from '../inspection.ts';

/** Compression level. Higher ones take three times as long without gain. */
const LEVEL = 3;

export function pagePicture({ rgb, alpha, ...size }: PageSize & { rgb: Buffer; alpha: Buffer }): Buffer {
  return onePage(size, [
    { dictionary: image(size, 'DeviceRGB', 'FlateDecode', '/SMask 6 0 R'), data: deflate(rgb) },
    { dictionary: image(size, 'DeviceGray', 'FlateDecode'), data: deflate(alpha) },
  ]);
}

export function pageOfJpeg(page: PageSize, size: PageSize, jpeg: Buffer): Buffer {
  return onePage(page, [{ dictionary: image(size, 'DeviceRGB', 'DCTDecode'), data: jpeg }]);
}

const deflate = (bytes: Buffer) => deflateSync(bytes, { level: LEVEL });

function image({ width, height }: PageSize, space: string, filter: string, more = ''): string {
  return `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/${space}/BitsPerComponent 8/Filter/${filter}${more}`;
}

interface Stream {
  dictionary: string;
  data: Buffer;
}

function onePage({ width, height }: PageSize, streams: readonly Stream[]): Buffer {
  const content = Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /I Do Q`, 'latin1');
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (dictionary: string, data?: Buffer) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n<<${dictionary}${data === undefined ? '' : `/Length ${data.length}`}>>`);
    if (data !== undefined) {
      write('stream\n');
      write(data);
      write('\nendstream');
    }
    write('\nendobj\n');
  };
  write('%PDF-1.7\n');
  object('/Type/Catalog/Pages 2 0 R');
  object('/Type/Pages/Kids[3 0 R]/Count 1');
  object(
    `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>`,
  );
  object('', content);
  for (const { dictionary, data } of streams) object(dictionary, data);
  const size = offsets.length + 1;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  write(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\n`);
  write(`startxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
