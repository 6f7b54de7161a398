import { appearance, FIRST_OBJECT, singlePage } from './single-page.ts';

const LAYERS = `/OCProperties<</OCGs[${FIRST_OBJECT} 0 R ${FIRST_OBJECT + 1} 0 R]/D<</ON[${FIRST_OBJECT} 0 R]/OFF[${FIRST_OBJECT + 1} 0 R]/Order[${FIRST_OBJECT} 0 R ${FIRST_OBJECT + 1} 0 R]>>>>`;
const GROUPS = ['<</Type/OCG/Name(shown)>>', '<</Type/OCG/Name(hidden)>>'];
const PROPERTIES = `/Properties<</MC0 ${FIRST_OBJECT} 0 R/MC1 ${FIRST_OBJECT + 1} 0 R>>`;
const SHOWN = '0 0 1 rg 20 120 100 40 re f 0 g BT /F 14 Tf 20 100 Td (Quarterly report) Tj ET';
const HIDDEN = '1 0 0 rg 20 40 100 40 re f 0 g BT /F 14 Tf 20 20 Td (Confidential) Tj ET';
const SMALL_PAGE = { size: [300, 200] as const };

export const layers = (pages?: number) =>
  singlePage({
    ...SMALL_PAGE,
    ...(pages === undefined ? {} : { pages }),
    catalog: LAYERS,
    resources: PROPERTIES,
    content: `/OC /MC0 BDC ${SHOWN} EMC /OC /MC1 BDC ${HIDDEN} EMC`,
    objects: GROUPS,
  });

export const nestedLayers = () =>
  singlePage({
    ...SMALL_PAGE,
    catalog: LAYERS,
    resources: `/XObject<</X ${FIRST_OBJECT + 2} 0 R>>`,
    content: `${SHOWN} /X Do`,
    objects: [
      ...GROUPS,
      {
        dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<<${PROPERTIES}/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`,
        data: `0 1 0 rg 200 20 40 40 re f /OC /MC1 BDC ${HIDDEN} EMC`,
      },
    ],
  });

export const layeredDrawing = () =>
  singlePage({
    ...SMALL_PAGE,
    catalog: LAYERS,
    resources: `/XObject<</X ${FIRST_OBJECT + 2} 0 R>>`,
    content: `${SHOWN} /X Do`,
    objects: [
      ...GROUPS,
      {
        dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 300 200]/OC ${FIRST_OBJECT + 1} 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`,
        data: HIDDEN,
      },
    ],
  });

export const layeredStamps = () =>
  singlePage({
    ...SMALL_PAGE,
    catalog: LAYERS.replaceAll(/(\d+) 0 R/g, (_, at) => `${Number(at) + 2} 0 R`),
    annotations: [
      `<</Type/Annot/Subtype/Stamp/Rect[20 20 170 60]/F 4/OC ${FIRST_OBJECT + 2} 0 R/AP<</N ${FIRST_OBJECT + 4} 0 R>>>>`,
      `<</Type/Annot/Subtype/Stamp/Rect[20 120 170 160]/F 4/OC ${FIRST_OBJECT + 3} 0 R/AP<</N ${FIRST_OBJECT + 5} 0 R>>>>`,
    ],
    objects: [...GROUPS, appearance('APPROVED'), appearance('Confidential')],
  });

export const sameNames = () =>
  singlePage({
    ...SMALL_PAGE,
    catalog: LAYERS,
    resources: PROPERTIES,
    content: `/OC /MC0 BDC ${SHOWN} EMC /OC /MC1 BDC ${HIDDEN} EMC`,
    objects: ['<</Type/OCG/Name(plan)>>', '<</Type/OCG/Name(plan)>>'],
  });

/**
 * The first layer is visible, so `AllOff` hides the red mark. Viewers without layer support show the mark.
 */
export const condition = () =>
  singlePage({
    ...SMALL_PAGE,
    catalog: LAYERS,
    resources: `/Properties<</MC0<</Type/OCMD/OCGs[${FIRST_OBJECT} 0 R]/P/AllOff>>>>`,
    content: `${SHOWN} /OC /MC0 BDC ${HIDDEN} EMC`,
    objects: GROUPS,
  });

export const layeredField = () =>
  singlePage({
    ...SMALL_PAGE,
    catalog: `${LAYERS.replaceAll(/(\d+) 0 R/g, (_, at) => `${Number(at) + 1} 0 R`)}/AcroForm<</Fields[${FIRST_OBJECT} 0 R]>>`,
    annotations: [
      `<</Type/Annot/Subtype/Widget/Rect[20 120 170 160]/F 4/FT/Tx/T(amount)/V(Confidential)/DA(/Helv 12 Tf 0 g)/OC<</Type/OCMD/VE[/Not[/Not ${FIRST_OBJECT + 2} 0 R]]>>/AP<</N ${FIRST_OBJECT + 3} 0 R>>>>`,
    ],
    objects: [...GROUPS, appearance('Confidential')],
  });
