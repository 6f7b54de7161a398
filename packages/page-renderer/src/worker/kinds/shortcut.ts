import { accepted, invalid } from '../../inspection.ts';
import { addressOfBinaryPlist } from '../binary-plist.ts';
import { addressOfInternetShortcut } from '../internet-shortcut.ts';
import { readPart } from '../source-file.ts';
import { decodeText } from '../text.ts';
import type { Kind, SniffedFile } from './kind.ts';

const MAX_BYTES = 64 * 1024;
const MAX_URL_LENGTH = 4_000;

const PLACEHOLDER = { width: 640, height: 360 };

export const shortcut: Kind = {
  async inspect(file) {
    const address = await addressOf(file);
    if (address === null) return accepted(file.mimeType);
    const url = webAddress(address);
    if (url === null) return invalid('the shortcut has no http or https address');
    return { ok: true, mimeType: file.mimeType, pageType: 'PAGE_TYPE_URL', pages: [{ ...PLACEHOLDER }], url };
  },
};

async function addressOf(file: SniffedFile): Promise<string | null> {
  if (file.size > MAX_BYTES) return null;
  const decoded = await decodeText(await readPart(file, 0, MAX_BYTES));
  return decoded === null ? addressOfBinaryPlist(file) : addressIn(decoded.text, file);
}

function addressIn(text: string, { mimeType }: SniffedFile): string {
  if (mimeType === 'application/internet-shortcut') return addressOfInternetShortcut(text);
  const value = /<key>\s*URL\s*<\/key>\s*<string>([^<]*)<\/string>/.exec(text)?.[1] ?? '';
  return value.replace(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function webAddress(text: string): string | null {
  const address = text.trim();
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
