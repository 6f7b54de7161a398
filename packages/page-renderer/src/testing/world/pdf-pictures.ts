import { FIRST_OBJECT, singlePage, WORD } from './single-page.ts';

export const pictured = (
  filter: string,
  data: Buffer | string,
  entries = '/ColorSpace/DeviceRGB/BitsPerComponent 8',
) =>
  singlePage({
    size: [300, 200],
    resources: `/XObject<</I ${FIRST_OBJECT} 0 R>>`,
    content: `q 200 0 0 150 20 40 cm /I Do Q BT /F 14 Tf 20 15 Td (${WORD} report) Tj ET`,
    objects: [
      {
        dictionary: `/Type/XObject/Subtype/Image/Width 200/Height 150/Filter/${filter}${entries}`,
        data,
      },
    ],
  });
