/** Smaller differences are not visible. */
export function number(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}

export function rounded(value: number): number {
  return Number(number(value));
}
