const BASE_MS = 500;
const MAX_MS = 30_000;

export function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(MAX_MS, BASE_MS * 2 ** Math.min(failures, 10));
}
