import type { PageViewport } from '../../viewer/viewport.ts';
import type { Editor } from '../editor/editor.ts';
import type { Handle } from '../editor/selecting.ts';
import { grown, union } from '../model/boxes.ts';
import { boundsOf } from '../model/geometry.ts';
import type { Box, Shape } from '../model/shape.ts';

const SIDES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

export function SelectionLayer({ editor, viewport }: { editor: Editor; viewport: PageViewport }) {
  const { page, annotations, selection, preview, marquee, guides, crosshair, writing } = editor;
  const pixel = 1 / viewport.scale.value;
  // Subscribes to changes.
  annotations.view.value;
  const shapes = [...selection.value].flatMap((uuid) => {
    const shape = preview.value.get(uuid) ?? editor.shapeOf(uuid);
    return shape ? [shape] : [];
  });
  const [only] = shapes;
  const focused = editor.focused.value === undefined ? undefined : editor.shapeOf(editor.focused.value);
  const mayChange = editor.binder.canWrite.value && !writing.value;
  const box = union(shapes.map(boundsOf));
  return (
    <svg
      class="stage-layer draw-selection"
      viewBox={`0 0 ${page.width} ${page.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shapes.length > 1 &&
        shapes.map((shape, index) => <Frame key={index} box={boundsOf(shape)} pixel={pixel} isThin />)}
      {shapes.length > 0 && !isLine(shapes) && <Frame box={grown(box, 3 * pixel)} pixel={pixel} />}
      {only &&
        mayChange &&
        handlesOf(shapes, grown(box, 3 * pixel)).map(([handle, x, y]) => (
          <g key={handle} data-handle={handle} class={`draw-handle ${handle}`}>
            <circle cx={x} cy={y} r={14 * pixel} fill="transparent" />
            <circle cx={x} cy={y} r={5 * pixel} class="draw-knob" stroke-width={1.5 * pixel} />
          </g>
        ))}
      {focused && <Ring box={grown(boundsOf(focused), 12 * pixel)} pixel={pixel} />}
      {guides.value.map((guide, index) => (
        <line key={index} {...guide} class="draw-guide" stroke-width={pixel} />
      ))}
      {crosshair.value && <Crosshair {...crosshair.value} pixel={pixel} />}
      {marquee.value && (
        <rect
          {...marquee.value}
          class="draw-marquee"
          stroke-width={pixel}
          stroke-dasharray={`${4 * pixel}`}
        />
      )}
    </svg>
  );
}

function Frame({ box, pixel, isThin }: { box: Box; pixel: number; isThin?: boolean }) {
  return <rect {...box} class="draw-frame" stroke-width={(isThin ? 1 : 1.5) * pixel} />;
}

function Ring({ box, pixel }: { box: Box; pixel: number }) {
  return (
    <g class="draw-ring">
      <rect {...box} stroke-width={4 * pixel} />
      <rect {...box} stroke-width={2 * pixel} stroke-dasharray={`${6 * pixel}`} />
    </g>
  );
}

function Crosshair({ x, y, pixel }: { x: number; y: number; pixel: number }) {
  const arm = 12 * pixel;
  const d = `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`;
  return (
    <g class="draw-crosshair">
      <path d={d} stroke-width={4 * pixel} />
      <path d={d} stroke-width={1.5 * pixel} />
    </g>
  );
}

function isLine(shapes: readonly Shape[]): boolean {
  return shapes.length === 1 && (shapes[0]?.kind === 'line' || shapes[0]?.kind === 'arrow');
}

function handlesOf(shapes: readonly Shape[], box: Box): (readonly [Handle, number, number])[] {
  const [only] = shapes;
  if (only && shapes.length === 1 && (only.kind === 'line' || only.kind === 'arrow'))
    return [
      ['begin', only.x1, only.y1],
      ['end', only.x2, only.y2],
    ];
  const { x, y, width, height } = box;
  return SIDES.map((side) => {
    const across = side.includes('w') ? 0 : side.includes('e') ? 1 : 0.5;
    const down = side.includes('n') ? 0 : side.includes('s') ? 1 : 0.5;
    return [side, x + across * width, y + down * height] as const;
  });
}
