/** Below 16 pictures a second movements are no longer seen as such. */
const MAX_MS = 60;
/** The first pictures take longer: code is compiled, memory is taken. */
const WARM_UP = 15;
const WINDOW = 40;

/**
 * Judges how long pictures take. Gives a function that is told the milliseconds of each, and gives false once the machine
 * has not kept up for a window of them.
 */
export function createFrameBudget(): (milliseconds: number) => boolean {
  let seen = 0;
  let sum = 0;
  let count = 0;
  return (milliseconds) => {
    seen += 1;
    if (seen <= WARM_UP) return true;
    sum += milliseconds;
    count += 1;
    if (count < WINDOW) return true;
    const mean = sum / count;
    sum = 0;
    count = 0;
    return mean <= MAX_MS;
  };
}
