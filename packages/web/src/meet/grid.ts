export interface Grid {
  columns: number;
  rows: number;
  width: number;
  height: number;
}

const WIDEST = 16 / 9;
const HIGHEST = 4 / 5;

/**
 * Returns the grid whose tiles show the largest part of the cameras' pictures.
 * @param gap in CSS pixels
 */
export function fitTiles(count: number, width: number, height: number, gap = 8): Grid {
  const shape = width > height ? CAMERA : UPRIGHT;
  let best: Grid = { columns: 1, rows: 1, width: 0, height: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.max(1, Math.ceil(count / columns));
    const tile = fitAspect((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows);
    if (worthOf(tile, shape) > worthOf(best, shape)) best = { columns, rows, ...tile };
  }
  return best;
}

/** Best aspect ratio in a landscape window. */
const CAMERA = 1.5;
/** Best aspect ratio in a portrait window. */
const UPRIGHT = 1;
const worthOf = ({ width, height }: { width: number; height: number }, shape: number) =>
  width === 0 ? 0 : width * height * (1 - Math.abs(Math.log(width / height / shape)) / 4);

function fitAspect(width: number, height: number): { width: number; height: number } {
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  if (width / height > WIDEST) return { width: Math.floor(height * WIDEST), height: Math.floor(height) };
  if (width / height < HIGHEST) return { width: Math.floor(width), height: Math.floor(width / HIGHEST) };
  return { width: Math.floor(width), height: Math.floor(height) };
}
