/** Below 16 pictures a second, movement no longer looks fluid. */
const MAX_MS = 60;
const WARM_UP = 15;
const WINDOW = 40;

/**
 * Returns a function that receives the milliseconds of each picture. After every WINDOW pictures, it returns
 * false if their mean exceeds MAX_MS.
 */
export function createFrameBudget(): (milliseconds: number) => boolean {
  let frames = 0;
  let sum = 0;
  let count = 0;
  return (milliseconds) => {
    frames += 1;
    if (frames <= WARM_UP) return true;
    sum += milliseconds;
    count += 1;
    if (count < WINDOW) return true;
    const mean = sum / count;
    sum = 0;
    count = 0;
    return mean <= MAX_MS;
  };
}
