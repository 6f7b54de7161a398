import type { SignaturePlace } from '@ringbinder/protocol';

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

export const styleOfPlace = (
  { x, y, width, height }: Pick<SignaturePlace, 'x' | 'y' | 'width' | 'height'>,
  page: { width: number; height: number },
) => ({
  left: percent(x, page.width),
  top: percent(y, page.height),
  width: percent(width, page.width),
  height: percent(height, page.height),
});
