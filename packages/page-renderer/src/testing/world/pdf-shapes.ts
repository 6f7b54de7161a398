import { singlePage } from './single-page.ts';

const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  'a4-libreoffice': [595.303937, 841.889764],
  'a4-word': [595.32, 841.92],
  'a4-iso': [595.28, 841.89],
  'a4-phone-scan': [595.2, 841.68],
  'a5-iso': [419.53, 595.28],
  'a3-iso': [841.89, 1190.55],
  letter: [612, 792],
  'letter-landscape': [792, 612],
  legal: [612, 1008],
  'slide-16-9': [960, 540],
  'scan-300-dpi': [2479.68, 3508.32],
  receipt: [226.77, 1000.63],
  label: [100.17, 99.83],
};

/** Coloured corners reveal wrong cropping or rotation. No corner is red. */
const corners = (width: number, height: number) => {
  const [x, size] = width < 200 ? [10, 8] : [60, 14];
  return `1 0.5 0 rg 0 0 40 20 re f 0 1 0 rg ${width - 40} 0 40 20 re f 0 0 1 rg 0 ${height - 20} 40 20 re f 0 g BT /F ${size} Tf ${x} 60 Td (Quarterly report) Tj ET`;
};

const turned = (page: string) => singlePage({ size: [400, 300], page, content: corners(400, 300) });

export const shapes: readonly (readonly [name: string, pdf: () => Buffer])[] = [
  ...Object.entries(SIZES).map(
    ([name, size]) => [name, () => singlePage({ size, content: corners(...size) })] as const,
  ),
  ...[90, 180, 270, -90].map((angle) => [`rotated${angle}`, () => turned(`/Rotate ${angle}`)] as const),
  ['cropped', () => turned('/CropBox[20 10 360.5 280.25]')],
  ['cropped-rotated', () => turned('/CropBox[20 10 360.5 280.25]/Rotate 90')],
  [
    'moved',
    () =>
      singlePage({
        size: [400, 300],
        origin: [-100, -50],
        page: '/CropBox[-80 -40 280.5 240.25]',
        content: `1 0 0 1 -100 -50 cm ${corners(400, 300)}`,
      }),
  ],
  ['large-unit', () => turned('/UserUnit 2')],
  ['small-unit-rotated', () => turned('/UserUnit 0.5/Rotate 90')],
];
