const TEXT_CONTROLS = [0x09, 0x0a, 0x0c, 0x0d, 0x1b];
const NEXT_LINE = 0x85;
/** Escape sequences of ISO-2022-JP, whose texts are also valid UTF-8. */
const TO_JAPANESE = [`${String.fromCharCode(0x1b)}$B`, `${String.fromCharCode(0x1b)}$@`];
const DECLARED_WITHIN = 1024;
const MIN_ZEROS = 4;
/** A text with fewer non-ASCII bytes does not reveal its language. */
const MIN_HIGH_BYTES = 6;
const FIRST_KANA = 0xa1;
const FIRST_VOWEL = 0xb1;
const LAST_KANA = 0xdf;
const FIRST_CAPITAL = 0xc0;
const SINGLE_BYTE = /^(?:windows|iso-8859|koi8|ibm|macintosh)/;

export interface DecodedText {
  text: string;
  charset: string;
}

interface DecodeOptions {
  cut?: boolean;
}

/** Returns null if the bytes are not text. Guesses encodings by language, like Firefox. */
export async function decodeText(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): Promise<DecodedText | null> {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return decoded(bytes, utf16, options);
  if (bytes.some((byte) => (byte < 0x20 || byte === 0x7f) && !TEXT_CONTROLS.includes(byte))) return null;
  const text = decodeAs(bytes, 'utf-8', options);
  if (text === null) return decoded(bytes, await guessCharset(bytes, options), options);
  const isJapanese = TO_JAPANESE.some((sequence) => text.includes(sequence));
  const japanese = isJapanese ? decoded(bytes, 'iso-2022-jp', options) : null;
  return japanese ?? { text, charset: 'utf-8' };
}

export function decodeAs(
  bytes: Uint8Array,
  charset: string,
  { cut = false }: DecodeOptions = {},
): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
}

function decoded(bytes: Uint8Array, charset: string, options: DecodeOptions): DecodedText | null {
  const text = decodeAs(bytes, charset, options);
  return text === null || [...text].some(isNonText) ? null : { text, charset };
}

function isNonText(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0 && code !== NEXT_LINE);
  return (isControl && !TEXT_CONTROLS.includes(code)) || (code & 0xfffe) === 0xfffe || code === 0xfffd;
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (!bytes.includes(0)) return null;
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < Math.max(MIN_ZEROS, bytes.length / 4) || Math.min(even, odd) > 0) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

async function guessCharset(bytes: Uint8Array, { cut = false }: DecodeOptions): Promise<string> {
  const { EncodingDetector } = await import('chardetng-wasm/dist/chardetng_wasm.js'); // most texts are UTF-8
  const detector = EncodingDetector.new();
  try {
    detector.feed(bytes, !cut);
    const charset = detector.guess(undefined, false).toLowerCase();
    if (isHalfWidthKana(bytes) && SINGLE_BYTE.test(charset)) return 'shift_jis';
    // Programs no longer write ISO 8859, and a few symbols (25 °C) do not identify a language.
    const isGuess = charset.startsWith('iso-8859-') && highBytes(bytes) < MIN_HIGH_BYTES;
    return isGuess ? 'windows-1252' : charset;
  } finally {
    detector.free();
  }
}

/**
 * The detector mistakes half-width kana, whose bytes are rare in other text, for Cyrillic or Greek capitals.
 */
function isHalfWidthKana(bytes: Uint8Array): boolean {
  let rare = 0;
  for (const byte of bytes) {
    if (byte >= 0x80 && (byte < FIRST_KANA || byte > LAST_KANA)) return false;
    if (byte >= FIRST_VOWEL && byte < FIRST_CAPITAL) rare++;
  }
  const high = highBytes(bytes);
  return high >= MIN_HIGH_BYTES && rare >= high / 5;
}

function highBytes(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte >= 0x80) count++;
  return count;
}

/** Valid UTF-8 outweighs `<meta charset>`, which a program may not have updated. */
export async function decodeHtml(bytes: Uint8Array): Promise<DecodedText | null> {
  const detected = await decodeText(bytes);
  if (detected === null || detected.charset === 'utf-8' || detected.charset.startsWith('utf-16'))
    return detected;
  const head = Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1');
  const label = /<meta\s[^>]*charset\s*=\s*["']?\s*([\w:-]+)/i.exec(head)?.[1];
  const charset = label === undefined ? null : supportedCharset(label);
  return (charset === null ? null : decoded(bytes, charset, {})) ?? detected;
}

function supportedCharset(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
