/** Which paths of a source are read. */

/** Whether a path matches one of the patterns, in which `*` is anything; so does one below a pattern that ends in `/`. */
export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const whole = pattern.endsWith('/') ? `${pattern}*` : pattern;
    return matches(path, path.startsWith('/') && !whole.startsWith('/') ? `/${whole}` : whole);
  });
}

/** In time proportional to path times pattern, whatever they are. */
function matches(path: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return path === first;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = rest.at(-1) ?? '';
  return path.length - last.length >= at && path.endsWith(last);
}

/** Whether a source reads a path. */
export const isWanted = (
  path: string,
  { include, exclude }: { include: readonly string[]; exclude: readonly string[] },
) => (include.length === 0 || matchesAny(path, include)) && !matchesAny(path, exclude);
