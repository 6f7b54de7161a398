/** The largest page number: nine digits before the point. After it the server takes 100, and stores 50. */
const MAX_WHOLE = 999_999_999n;
/** With more digits the server numbers the pages again, in the order that these make. */
const MAX_DIGITS = 90;

/**
 * The page number with the fewest digits between two; without the second, the next whole number behind the first.
 * Undefined when there is none.
 * @param before decimal text, undefined for the beginning
 */
export function numberBetween(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined) {
    const next = toInteger(before ?? '0', 0) + 1n;
    return next <= MAX_WHOLE ? String(next) : undefined;
  }
  for (let digits = 0; digits <= MAX_DIGITS; digits++) {
    // One digit more than the candidates have, so that the middle is exact.
    const exact = Math.max(digits, fractionOf(before ?? '0').length, fractionOf(after).length) + 1;
    const [low, high] = [toInteger(before ?? '0', exact), toInteger(after, exact)];
    const unit = 10n ** BigInt(exact - digits);
    // Of those with so few digits the one nearest to the middle.
    const middle = ((low + high) / 2n / unit) * unit;
    for (const candidate of [middle, middle + unit])
      if (low < candidate && candidate < high) return toDecimal(candidate / unit, digits);
  }
  return undefined;
}

/** Sorts page numbers: decimals, and no text. */
export function compareNumbers(one: string, other: string): number {
  const digits = Math.max(fractionOf(one).length, fractionOf(other).length);
  const difference = toInteger(one, digits) - toInteger(other, digits);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const fractionOf = (decimal: string) => decimal.split('.')[1] ?? '';

/** A number as so many digits behind the point, without the point. */
function toInteger(decimal: string, digits: number): bigint {
  const [whole = '0'] = decimal.split('.');
  return BigInt(whole + fractionOf(decimal).padEnd(digits, '0').slice(0, digits));
}

function toDecimal(value: bigint, digits: number): string {
  if (digits === 0) return String(value);
  const text = String(value).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '');
}
