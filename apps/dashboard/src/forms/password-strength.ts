/** Strength of a password: length counts, and repeats or sequences do not. The server checks for common ones. */

const isNext = (one: number, other: number): boolean => Math.abs(one - other) <= 1;

/**
 * Counts the characters that an attacker would have to guess: repeats, and runs as in `abcd` and `4321`, count once.
 */
function guessed(password: string): number {
  const codes = Array.from(password.normalize('NFKC').toLowerCase(), (sign) => sign.codePointAt(0) ?? 0);
  const apart = codes.filter((code, index) => index === 0 || !isNext(code, codes[index - 1] ?? 0)).length;
  return Math.min(apart, 2 * new Set(codes).size);
}

export function passwordStrength(password: string): 'weak' | 'fair' | 'good' | 'strong' {
  const count = guessed(password);
  if (count < 8) return 'weak';
  if (count < 12) return 'fair';
  return count < 16 ? 'good' : 'strong';
}
