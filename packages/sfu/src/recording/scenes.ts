/** Times are seconds since the start of the recording. */
export interface PictureTrack {
  file: string;
  source: 'camera' | 'screen';
  begin: number;
  end: number;
}

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Scene {
  begin: number;
  end: number;
  pictures: { track: PictureTrack; box: Rectangle }[];
}

export const WIDTH = 1280;
export const HEIGHT = 720;
/** In seconds. Shorter scenes are merged. */
const MIN_SCENE = 0.3;
const SIDE = 0.2;
const MAX_PICTURES = 25;

export function planScenes(tracks: readonly PictureTrack[], duration: number): Scene[] {
  const times = [0, ...tracks.flatMap(({ begin, end }) => [begin, end]), duration]
    .filter((time) => time >= 0 && time <= duration)
    .toSorted((one, other) => one - other);
  const bounds: number[] = [];
  for (const time of times) {
    const last = bounds.at(-1);
    if (last === undefined || time - last >= MIN_SCENE) bounds.push(time);
  }
  if (bounds.length < 2) bounds.splice(0, bounds.length, 0, duration);
  else bounds[bounds.length - 1] = duration;
  return bounds.slice(1).map((end, index) => {
    const begin = bounds[index] ?? 0;
    const middle = (begin + end) / 2;
    const visible = tracks.filter((track) => track.begin <= middle && track.end > middle);
    return { begin, end, pictures: layOut(visible) };
  });
}

const ALL: Rectangle = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const SCREEN_WIDTH = even(WIDTH * (1 - SIDE));
const BESIDE_SCREEN: Rectangle = { ...ALL, x: SCREEN_WIDTH, width: WIDTH - SCREEN_WIDTH };

function layOut(visible: readonly PictureTrack[]): Scene['pictures'] {
  const screen = visible.findLast(({ source }) => source === 'screen');
  const others = visible.filter((track) => track !== screen).slice(0, MAX_PICTURES);
  if (screen === undefined) return inGrid(others, ALL);
  if (others.length === 0) return [{ track: screen, box: ALL }];
  return [{ track: screen, box: { ...ALL, width: SCREEN_WIDTH } }, ...inGrid(others, BESIDE_SCREEN)];
}

export function cameraWidth(cameras: number, hasScreen: boolean): number {
  return gridOf(Math.min(cameras, MAX_PICTURES), hasScreen ? BESIDE_SCREEN : ALL).width;
}

function gridOf(count: number, area: Rectangle) {
  const widthWith = (columns: number) =>
    Math.min(area.width / columns, (area.height / Math.ceil(count / columns)) * (16 / 9));
  const columns = Array.from({ length: count }, (_, index) => index + 1).reduce((best, each) =>
    widthWith(each) > widthWith(best) ? each : best,
  );
  const width = even(widthWith(columns));
  return { columns, rows: Math.ceil(count / columns), width, height: even((width * 9) / 16) };
}

function inGrid(tracks: readonly PictureTrack[], area: Rectangle): Scene['pictures'] {
  if (tracks.length === 0) return [];
  const { columns, rows, width, height } = gridOf(tracks.length, area);
  const top = area.y + even((area.height - height * rows) / 2);
  return tracks.map((track, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, tracks.length - row * columns);
    const left = area.x + even((area.width - width * inRow) / 2);
    return { track, box: { x: left + (index % columns) * width, y: top + row * height, width, height } };
  });
}

function even(length: number): number {
  return Math.floor(length / 2) * 2;
}
