/** A track with a picture, and when it is there, in seconds of the recording. */
export interface PictureTrack {
  file: string;
  source: 'camera' | 'screen';
  begin: number;
  end: number;
}

/** Where a picture lies, in pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of the recording in which the same pictures lie in the same places. */
export interface Scene {
  begin: number;
  end: number;
  pictures: { track: PictureTrack; box: Rectangle }[];
}

/** Of the composed picture, in pixels. */
export const WIDTH = 1280;
export const HEIGHT = 720;
/** Changes nearer to each other than this are one, in seconds. */
const MIN_SCENE = 0.3;
/** Beside a shared screen the people take this part of the width. */
const SIDE = 0.2;
/** Of a larger crowd those who came first are shown. */
const MAX_PICTURES = 25;

/** Lays out a recording of so many seconds: side by side, and beside a shared screen where there is one. */
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

function layOut(visible: readonly PictureTrack[]): Scene['pictures'] {
  const screen = visible.findLast(({ source }) => source === 'screen');
  const others = visible.filter((track) => track !== screen).slice(0, MAX_PICTURES);
  const all = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  if (screen === undefined) return inGrid(others, all);
  if (others.length === 0) return [{ track: screen, box: all }];
  const width = even(WIDTH * (1 - SIDE));
  const side = { x: width, y: 0, width: WIDTH - width, height: HEIGHT };
  return [{ track: screen, box: { ...all, width } }, ...inGrid(others, side)];
}

/** The grid in which pictures of 16:9 are largest. */
function inGrid(tracks: readonly PictureTrack[], area: Rectangle): Scene['pictures'] {
  if (tracks.length === 0) return [];
  const widthWith = (columns: number) =>
    Math.min(area.width / columns, (area.height / Math.ceil(tracks.length / columns)) * (16 / 9));
  const columns = tracks
    .map((_, index) => index + 1)
    .reduce((best, each) => (widthWith(each) > widthWith(best) ? each : best));
  const rows = Math.ceil(tracks.length / columns);
  const width = even(widthWith(columns));
  const height = even((width * 9) / 16);
  const top = area.y + even((area.height - height * rows) / 2);
  return tracks.map((track, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, tracks.length - row * columns);
    const left = area.x + even((area.width - width * inRow) / 2);
    return { track, box: { x: left + (index % columns) * width, y: top + row * height, width, height } };
  });
}

/** Encoders of VP8 take even numbers. */
const even = (length: number) => Math.floor(length / 2) * 2;
