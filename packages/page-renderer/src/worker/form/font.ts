import { type PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import { bundledBytes, bundledFont } from '../fonts/bundled.ts';

const MAX_LISTED = 10;
/** pdf-lib cannot order right-to-left letters. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** WinAnsi, which every viewer supports. */
const STANDARD = /^[\n\r\t\x20-\x7e\xa1-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

const bytesOfFont = () =>
  bundledBytes(
    bundledFont({ face: 'Arial', weight: 400, isItalic: false, isFixedPitch: false, isRoman: false }),
  );

let letters: Set<number> | undefined;

function hasLetter(codePoint: number): boolean {
  letters ??= new Set(fontkit.create(bytesOfFont()).characterSet);
  return letters.has(codePoint);
}

export function missingCharacters(text: string): string[] {
  if (STANDARD.test(text)) return [];
  const missing = new Set<string>();
  for (const each of text) {
    if (STANDARD.test(each)) continue;
    if (RIGHT_TO_LEFT.test(each) || !hasLetter(each.codePointAt(0) ?? 0)) missing.add(each);
  }
  return [...missing].slice(0, MAX_LISTED);
}

export function fontsFor(document: PDFDocument): (text: string) => Promise<PDFFont> {
  let standard: Promise<PDFFont> | undefined;
  let embedded: Promise<PDFFont> | undefined;
  return (text) => {
    if (STANDARD.test(text)) {
      standard ??= document.embedFont(StandardFonts.Helvetica);
      return standard;
    }
    if (embedded === undefined) {
      document.registerFontkit(fontkit as unknown as Parameters<PDFDocument['registerFontkit']>[0]);
      embedded = document.embedFont(bytesOfFont(), { subset: true });
    }
    return embedded;
  };
}
