/** The largest page number: nine integer digits. */
const MAX_WHOLE = 999_999_999n;
/**
 * Maximum number of fraction digits. The server renumbers the pages, in the same order, when a number has more than 50.
 */
const MAX_DIGITS = 90;

/**
 * The page number with the fewest digits between `before` and `after`; without `after`, the next integer. Undefined if
 * there is none.
 * @param before a decimal; undefined for the start
 */
export function numberBetween(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined) {
    const next = toInteger(before ?? '0', 0) + 1n;
    return next <= MAX_WHOLE ? String(next) : undefined;
  }
  for (let digits = 0; digits <= MAX_DIGITS; digits++) {
    // One more digit makes the midpoint exact.
    const exact = Math.max(digits, fractionOf(before ?? '0').length, fractionOf(after).length) + 1;
    const [low, high] = [toInteger(before ?? '0', exact), toInteger(after, exact)];
    const unit = 10n ** BigInt(exact - digits);
    // The candidate nearest to the midpoint.
    const middle = ((low + high) / 2n / unit) * unit;
    for (const candidate of [middle, middle + unit])
      if (low < candidate && candidate < high) return toDecimal(candidate / unit, digits);
  }
  return undefined;
}

/** Compares page numbers as decimals. */
export function compareNumbers(one: string, other: string): number {
  const digits = Math.max(fractionOf(one).length, fractionOf(other).length);
  const difference = toInteger(one, digits) - toInteger(other, digits);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const fractionOf = (decimal: string) => decimal.split('.')[1] ?? '';

/** A decimal times 10^`digits`, as an integer. */
function toInteger(decimal: string, digits: number): bigint {
  const [whole = '0'] = decimal.split('.');
  return BigInt(whole + fractionOf(decimal).padEnd(digits, '0').slice(0, digits));
}

function toDecimal(value: bigint, digits: number): string {
  if (digits === 0) return String(value);
  const text = String(value).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '');
}
