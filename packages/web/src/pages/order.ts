/** A page number is decimal text with at most nine digits on each side of the point: an integer of billionths. */
const DIGITS = 9;
const ONE = 10n ** BigInt(DIGITS);
const MAX = 10n ** BigInt(2 * DIGITS) - 1n;

/**
 * The page number with the fewest digits between two; without the second, the next whole number behind the first.
 * Undefined when there is none.
 * @param before decimal text, undefined for the beginning
 */
export function numberBetween(before: string | undefined, after: string | undefined): string | undefined {
  const low = before === undefined ? 0n : toInteger(before);
  if (after === undefined) {
    const next = (low / ONE + 1n) * ONE;
    return next <= MAX ? toDecimal(next) : undefined;
  }
  const high = toInteger(after);
  for (let unit = ONE; unit > 0n; unit /= 10n) {
    // Of those with so few digits the one nearest to the middle.
    const middle = ((low + high) / 2n / unit) * unit;
    for (const candidate of [middle, middle + unit])
      if (low < candidate && candidate < high) return toDecimal(candidate);
  }
  return undefined;
}

/** Sorts page numbers: decimals, and no text. */
export function compareNumbers(one: string, other: string): number {
  const difference = toInteger(one) - toInteger(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function toInteger(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
}

function toDecimal(value: bigint): string {
  const fraction = String(value % ONE)
    .padStart(DIGITS, '0')
    .replace(/0+$/, '');
  return fraction === '' ? String(value / ONE) : `${value / ONE}.${fraction}`;
}
