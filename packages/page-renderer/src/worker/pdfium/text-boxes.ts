import type { TextBox, TextBoxes } from '../../jobs.ts';
import type { TextLimits } from '../kinds/kind.ts';
import type { PageText } from './document.ts';

/** Units per point, because pdfium returns integers. */
const UNITS = 64;
const MAX_WORD_CHARS = 200;

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function textBoxesOf(page: PageText, { maxBoxes, maxChars }: TextLimits): TextBoxes {
  const { pdfium, text } = page;
  const total = text === 0 ? 0 : Math.max(0, pdfium._FPDFText_CountChars(text));
  const count = Math.min(total, maxChars);
  const words = new WordBoxes(page.size);
  const place = placeReader(page);
  try {
    for (let index = 0; index < count; index++) {
      if (words.boxes.length >= maxBoxes) return { boxes: words.boxes, is_complete: false };
      const code = pdfium._FPDFText_GetUnicode(text, index);
      const char = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      if (char === '\n' || char === '\r') words.end('line');
      else if (/^\s$/u.test(char)) words.end('space');
      else if (!/^[\p{Cc}\p{Cn}\p{Co}]?$/u.test(char)) words.add(char, place.of(index));
    }
    words.end('line');
    return { boxes: words.boxes, is_complete: count === total };
  } finally {
    place.free();
  }
}

function placeReader({ pdfium, page, text, size }: PageText) {
  const rectangle = pdfium.malloc(16); // left, top, right, bottom
  const device = pdfium.malloc(8);
  const [across, down] = [Math.round(size.width * UNITS), Math.round(size.height * UNITS)];
  const displayed = (x: number, y: number) => {
    if (pdfium._FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, device, device + 4) === 0) return null;
    return {
      x: (pdfium.HEAP32[device >> 2] ?? 0) / UNITS,
      y: (pdfium.HEAP32[(device >> 2) + 1] ?? 0) / UNITS,
    };
  };
  return {
    of(index: number): Bounds | null {
      if (pdfium._FPDFText_GetLooseCharBox(text, index, rectangle) === 0) return null;
      const [left = NaN, top = NaN, right = NaN, bottom = NaN] = pdfium.HEAPF32.subarray(
        rectangle >> 2,
        (rectangle >> 2) + 4,
      );
      if (![left, top, right, bottom].every(isNearZero)) return null;
      const [one, other] = [displayed(left, top), displayed(right, bottom)];
      if (one === null || other === null) return null;
      return {
        left: Math.min(one.x, other.x),
        top: Math.min(one.y, other.y),
        right: Math.max(one.x, other.x),
        bottom: Math.max(one.y, other.y),
      };
    },
    free() {
      pdfium._free(rectangle);
      pdfium._free(device);
    },
  };
}

/** At 3e7 points, pdfium's 32-bit results overflow. */
const isNearZero = (points: number) => Math.abs(points) < 1e6;

class WordBoxes {
  readonly boxes: TextBox[] = [];
  readonly #page: { width: number; height: number };
  #text = '';
  #bounds: Bounds | null = null;

  constructor(page: { width: number; height: number }) {
    this.#page = page;
  }

  add(char: string, bounds: Bounds | null): void {
    if (bounds === null || bounds.right - bounds.left <= 0 || bounds.bottom - bounds.top <= 0) return;
    const { width, height } = this.#page;
    if (bounds.right <= 0 || bounds.bottom <= 0 || bounds.left >= width || bounds.top >= height) return;
    const currentBounds = this.#bounds;
    if (currentBounds !== null && (this.#text.length >= MAX_WORD_CHARS || !follows(currentBounds, bounds)))
      this.end(onSameLine(currentBounds, bounds) ? 'none' : 'line');
    this.#text += char;
    this.#bounds = this.#bounds === null ? bounds : union(this.#bounds, bounds);
  }

  end(separator: TextBox['separator']): void {
    const { width, height } = this.#page;
    if (this.#bounds !== null) {
      const x = Math.max(0, this.#bounds.left);
      const y = Math.max(0, this.#bounds.top);
      this.boxes.push({
        text: this.#text.toWellFormed(),
        x: round(x),
        y: round(y),
        width: round(Math.min(width, this.#bounds.right) - x),
        height: round(Math.min(height, this.#bounds.bottom) - y),
        separator,
      });
    } else if (separator === 'line') {
      const last = this.boxes.at(-1);
      if (last) last.separator = 'line';
    }
    this.#text = '';
    this.#bounds = null;
  }
}

function follows(word: Bounds, letter: Bounds): boolean {
  const side = Math.min(letter.right - letter.left, letter.bottom - letter.top);
  const reach = 2 * Math.max(side, Math.min(word.right - word.left, word.bottom - word.top));
  return (
    letter.left < word.right + reach &&
    letter.right > word.left - reach &&
    letter.top < word.bottom + reach / 4 &&
    letter.bottom > word.top - reach / 4
  );
}

const onSameLine = (one: Bounds, other: Bounds) => other.top < one.bottom && other.bottom > one.top;

const union = (one: Bounds, other: Bounds): Bounds => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

const round = (points: number) => Math.round(points * 100) / 100;
