import { appearance, FIRST_OBJECT, singlePage } from './single-page.ts';

const RECT = '/Rect[100 80 250 120]';
const SMALL_PAGE = { size: [300, 200] as const };

export const stamp = (entries = '/F 4') =>
  singlePage({
    ...SMALL_PAGE,
    annotations: [`<</Type/Annot/Subtype/Stamp${RECT}/P 3 0 R${entries}/AP<</N ${FIRST_OBJECT + 1} 0 R>>>>`],
    objects: [appearance('APPROVED')],
  });

export const twoStamps = () =>
  singlePage({
    ...SMALL_PAGE,
    annotations: [1, 2].map(
      (nth) => `<</Type/Annot/Subtype/Stamp${RECT}/F 4/AP<</N ${FIRST_OBJECT + 1 + nth} 0 R>>>>`,
    ),
    objects: ['below', 'above'].map(appearance),
  });

export const comment = (subtype: 'Text' | 'Stamp' = 'Text') =>
  singlePage({
    ...SMALL_PAGE,
    annotations: [
      `<</Type/Annot/Subtype/${subtype}${RECT}/Contents(note)/Popup ${FIRST_OBJECT + 1} 0 R/P 3 0 R${subtype === 'Stamp' ? `/AP<</N ${FIRST_OBJECT + 2} 0 R>>` : ''}>>`,
      `<</Type/Annot/Subtype/Popup/Rect[130 20 250 60]/Parent ${FIRST_OBJECT} 0 R/P 3 0 R>>`,
    ],
    objects: [appearance('APPROVED')],
  });

export const ink = () =>
  singlePage({
    ...SMALL_PAGE,
    annotations: [
      `<</Type/Annot/Subtype/Ink${RECT}/F 4/C[0 0.4 0]/InkList[[110 90 200 110 240 85]]/BS<</W 3>>/AP<</N ${FIRST_OBJECT + 1} 0 R>>>>`,
    ],
    objects: [
      {
        dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 150 40]',
        data: '0 0.4 0 RG 3 w 10 10 m 100 30 l 140 5 l S',
      },
    ],
  });

export const highlight = () =>
  singlePage({
    ...SMALL_PAGE,
    annotations: [
      `<</Type/Annot/Subtype/Highlight/Rect[58 56 130 74]/F 4/C[1 1 0]/QuadPoints[58 74 130 74 58 56 130 56]/AP<</N ${FIRST_OBJECT + 1} 0 R>>>>`,
    ],
    objects: [
      {
        dictionary:
          '/Type/XObject/Subtype/Form/BBox[0 0 72 18]/Group<</S/Transparency>>/Resources<</ExtGState<</G<</BM/Multiply>>>>>>',
        data: '/G gs 1 1 0 rg 0 0 72 18 re f',
      },
    ],
  });

/** LaTeX's links have a visible border. */
export const link = (border = '/Border[0 0 0]') =>
  singlePage({
    ...SMALL_PAGE,
    annotations: [`<</Type/Annot/Subtype/Link${RECT}${border}/A<</S/URI/URI(https://example.com/terms)>>>>`],
  });
