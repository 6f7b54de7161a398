/** Writes PNG icons from packages/web/design/icon.svg, because launchers do not accept SVG. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const design = new URL('../packages/web/design/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', design), 'utf8');
/**
 * Square corners, because each launcher cuts icons to its own shape. All show at least a circle of 80 % of
 * the width, into which the drawing fits.
 */
const square = svg.replace(' rx="7"', '');

async function draw(name: string, source: string, size: number): Promise<void> {
  const { pathname } = new URL(`icons/${name}.png`, design);
  // The drawing is 32 units wide. In SVG, an inch has 72 units.
  const image = sharp(Buffer.from(source), { density: (72 * size) / 32 }).resize(size, size);
  await image.png({ palette: true }).toFile(pathname);
}

for (const size of [192, 512]) {
  await draw(`icon-${size}`, svg, size);
  await draw(`maskable-${size}`, square, size);
}
