/**
 * Writes a file of Inter for each script, and the styles. The files contain only our letters and weights,
 * because published files have up to 85 kB.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const WEIGHTS = { min: 400, max: 700 };
/** CSS ranges. `latin` includes characters of all languages, such as digits. */
const SCRIPTS: Record<string, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext': 'U+0100-0130,U+0132-0151,U+0154-017F,U+0218-021B,U+1E9E,U+20A0-20AB,U+20AD-20C0,U+2113',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
};

const require = createRequire(import.meta.url);
const folder = new URL('../packages/web/design/fonts/', import.meta.url);

function charactersIn(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

mkdirSync(folder, { recursive: true });
const rules: string[] = [];
for (const [script, ranges] of Object.entries(SCRIPTS)) {
  const path = require.resolve(`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`);
  const options = { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } } as const;
  const font = await subsetFont(readFileSync(path), charactersIn(ranges), options);
  writeFileSync(new URL(`inter-${script}.woff2`, folder), font);
  rules.push(`@font-face {
  font-family: "Inter";
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  font-display: swap;
  src: url("inter-${script}.woff2") format("woff2");
  unicode-range:
    ${ranges.replaceAll(',', ', ')};
}
`);
}
writeFileSync(new URL('inter.css', folder), rules.join('\n'));
