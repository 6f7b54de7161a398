/** A coordinate as it is written: a hundredth of a page unit is smaller than anything that is seen. */
export function number(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}

/** A coordinate as it is after it was written and read. */
export function rounded(value: number): number {
  return Number(number(value));
}
