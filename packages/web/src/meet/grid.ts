export interface Grid {
  columns: number;
  rows: number;
  /** Of each tile, in CSS pixels. */
  width: number;
  height: number;
}

/** Faces are seen in any shape between these; what is wider or higher than that loses too much of them. */
const WIDEST = 16 / 9;
const HIGHEST = 4 / 5;

/**
 * The arrangement in which tiles show most of what cameras give.
 * @param count how many
 * @param gap between them, in CSS pixels
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

/** What cameras give is wider than high: of tiles that are nearly as large, those that are like it show more of it. */
const CAMERA = 1.5;
/** A phone that is held upright gives pictures like itself, and shows squares best. */
const UPRIGHT = 1;
const worthOf = ({ width, height }: { width: number; height: number }, shape: number) =>
  width === 0 ? 0 : width * height * (1 - Math.abs(Math.log(width / height / shape)) / 4);

/** The largest tile within a space that has an allowed shape. */
function fitAspect(width: number, height: number): { width: number; height: number } {
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  if (width / height > WIDEST) return { width: Math.floor(height * WIDEST), height: Math.floor(height) };
  if (width / height < HIGHEST) return { width: Math.floor(width), height: Math.floor(width / HIGHEST) };
  return { width: Math.floor(width), height: Math.floor(height) };
}
