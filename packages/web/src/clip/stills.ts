/** Small pictures of a recording, one after equal times, to find a place in it by. */
export interface Stills {
  /** Takes one when it is time. */
  take(canvas: HTMLCanvasElement, seconds: number): void;
  /** All of them, in order, as addresses. */
  list(): readonly string[];
}

const HEIGHT = 54;
const MOST = 24;

/** Keeps at most 24: when there are more, every second one goes, and they are taken half as often. */
export function createStills(): Stills {
  let all: string[] = [];
  let everySeconds = 1;
  const small = document.createElement('canvas');
  const context = small.getContext('2d');
  return {
    take(canvas, seconds) {
      if (seconds < all.length * everySeconds) return;
      small.height = HEIGHT;
      small.width = Math.round((canvas.width / canvas.height) * HEIGHT);
      context?.drawImage(canvas, 0, 0, small.width, small.height);
      all.push(small.toDataURL('image/jpeg', 0.6));
      if (all.length < MOST) return;
      all = all.filter((_, place) => place % 2 === 0);
      everySeconds *= 2;
    },
    list: () => all,
  };
}
