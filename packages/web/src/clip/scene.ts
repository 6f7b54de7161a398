import { drawStroke, type Point, type Stroke } from './strokes.ts';

export type SceneSource = HTMLVideoElement | HTMLImageElement;

export const corners = ['bottom-left', 'top-left', 'top-right', 'bottom-right'] as const;
export type Corner = (typeof corners)[number];

export interface Scene {
  canvas: HTMLCanvasElement;
  source: SceneSource | undefined;
  bubble: HTMLVideoElement | undefined;
  corner: Corner;
  strokes: Stroke[];
  pointer: Point | undefined;
  draw(): void;
}

/** With fewer than eight cores, encoding more than 720 lines takes half of the processor's time and lags. */
const MAX = navigator.hardwareConcurrency >= 8 ? { width: 1920, height: 1080 } : { width: 1280, height: 720 };
/** A page may be taller than wide, and must stay readable. */
const MAX_SIDE = MAX.width === 1920 ? 1600 : 1280;
/** A video without frames has no duration, so a still page repeats its frame. */
const STILL_MS = 500;
const BACKGROUND = '#101312';
/** Fractions of the picture's shorter side. */
const BUBBLE = 0.26;
const MARGIN = 0.03;
const POINTER = 0.02;

export function createScene(size: { width: number; height: number }, kind: 'film' | 'page'): Scene {
  const canvas = document.createElement('canvas');
  const most = kind === 'film' ? MAX : { width: MAX_SIDE, height: MAX_SIDE };
  const fit = Math.min(most.width / size.width, most.height / size.height);
  const scale = kind === 'film' ? Math.min(1, fit) : fit;
  canvas.width = even(size.width * scale);
  canvas.height = even(size.height * scale);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('the canvas has no 2D context'); // not shown
  const ground = createGround(canvas);
  let drawn: unknown[] = [];
  let drawnAt = 0;
  const scene: Scene = {
    canvas,
    source: undefined,
    bubble: undefined,
    corner: 'bottom-left',
    strokes: [],
    pointer: undefined,
    draw() {
      const { width, height } = canvas;
      if (kind === 'page' && !scene.bubble) {
        const { source, strokes, pointer } = scene;
        const now = [source, strokes.length, strokes.at(-1)?.points.length, pointer?.x, pointer?.y];
        const isSame = now.every((each, place) => each === drawn[place]);
        if (isSame && performance.now() - drawnAt < STILL_MS) return;
        drawn = now;
        drawnAt = performance.now();
      }
      if (kind === 'page' && scene.source) context.drawImage(ground(scene.source), 0, 0);
      else {
        context.fillStyle = BACKGROUND;
        context.fillRect(0, 0, width, height);
        if (scene.source) drawFitted(context, scene.source, canvas);
      }
      for (const stroke of scene.strokes) drawStroke(context, stroke, width, height);
      if (scene.pointer) drawPointer(context, scene.pointer, canvas);
      if (scene.bubble) drawBubble(context, scene.bubble, scene.corner, canvas);
    },
  };
  scene.draw();
  return scene;
}

/** Scaling is slow, so each page is scaled only once. */
function createGround({ width, height }: HTMLCanvasElement): (source: SceneSource) => HTMLCanvasElement {
  const ground = document.createElement('canvas');
  let of: SceneSource | undefined;
  return (source) => {
    if (of === source) return ground;
    of = source;
    ground.width = width;
    ground.height = height;
    const context = ground.getContext('2d', { alpha: false });
    if (!context) return ground;
    context.fillStyle = BACKGROUND;
    context.fillRect(0, 0, width, height);
    drawFitted(context, source, ground);
    return ground;
  };
}

const even = (side: number) => Math.max(2, Math.round(side / 2) * 2);

export function sizeOf(source: SceneSource): { width: number; height: number } {
  return source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.naturalWidth, height: source.naturalHeight };
}

function drawFitted(context: CanvasRenderingContext2D, source: SceneSource, canvas: HTMLCanvasElement): void {
  const { width, height } = sizeOf(source);
  if (width === 0 || height === 0) return;
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  const left = (canvas.width - drawnWidth) / 2;
  const top = (canvas.height - drawnHeight) / 2;
  context.drawImage(source, left, top, drawnWidth, drawnHeight);
}

function drawPointer(context: CanvasRenderingContext2D, { x, y }: Point, canvas: HTMLCanvasElement): void {
  const radius = Math.min(canvas.width, canvas.height) * POINTER;
  context.beginPath();
  context.arc(x * canvas.width, y * canvas.height, radius, 0, 2 * Math.PI);
  context.fillStyle = 'rgb(245 165 36 / 45%)';
  context.fill();
  context.lineWidth = radius / 6;
  context.strokeStyle = 'rgb(160 90 0 / 80%)';
  context.stroke();
}

export function bubblePlace(corner: Corner, { width, height }: { width: number; height: number }) {
  const side = Math.min(width, height);
  const radius = (side * BUBBLE) / 2;
  const inset = radius + side * MARGIN;
  return {
    radius,
    x: corner.endsWith('left') ? inset : width - inset,
    y: corner.startsWith('top') ? inset : height - inset,
  };
}

function drawBubble(
  context: CanvasRenderingContext2D,
  film: HTMLVideoElement,
  corner: Corner,
  canvas: HTMLCanvasElement,
): void {
  const { videoWidth, videoHeight } = film;
  if (videoWidth === 0) return;
  const { radius, x, y } = bubblePlace(corner, canvas);
  const side = Math.min(videoWidth, videoHeight);
  const cut = [(videoWidth - side) / 2, (videoHeight - side) / 2, side, side] as const;
  context.save();
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(film, ...cut, x - radius, y - radius, radius * 2, radius * 2);
  context.restore();
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = Math.max(2, radius / 24);
  context.strokeStyle = '#ffffff';
  context.stroke();
}
