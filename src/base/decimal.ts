/**
 * Decimal text as C's printf and Go's fmt write it. JavaScript rounds exact ties up where they
 * round to even, so 0.125 would differ in the last digit of a report.
 */

/** `%.2f`. */
export function fixed2(value: number): string {
  // Two decimals tie exactly when eight times the value is odd: 25 · odd / 200.
  const eighths = Math.abs(value) * 8;
  if (eighths % 2 !== 1 || eighths > 2 ** 50) return plainFixed2(value);
  const hundredths = Math.floor(eighths * 12.5);
  const even = hundredths % 2 === 0 ? hundredths : hundredths + 1;
  return plainFixed2((Math.sign(value) * even) / 100);
}

function plainFixed2(value: number): string {
  return Math.abs(value) < 1e21 ? value.toFixed(2) : `${BigInt(value)}.00`;
}

/** `%.2g` of a value from 0 to 100: two significant digits, no trailing zeros. */
export function general2(value: number): string {
  if (value === 0) return '0';
  const [digits = '', exponentText = '0'] = value.toExponential(40).split('e');
  const isTie = /^\d\.\d50*$/.test(digits);
  const downwards = digits.slice(0, 3);
  const isEven = Number(downwards.at(-1)) % 2 === 0;
  if (isTie && isEven) return withoutExponent(Number(downwards), Number(exponentText));
  const [mantissa = '', exponent = '0'] = value.toExponential(1).split('e');
  return withoutExponent(Number(mantissa), Number(exponent));
}

function withoutExponent(mantissa: number, exponent: number): string {
  if (exponent < -4 || exponent >= 2) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const decimals = Math.max(0, 1 - exponent);
  const text = Number(`${mantissa}e${exponent}`).toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
