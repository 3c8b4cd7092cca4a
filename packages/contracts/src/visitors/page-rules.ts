/** Page rules, apart from the schemas: the widget itself runs them too. */

/** Slashes at the end of more than themselves. No lookbehind: a browser too old for it would refuse the whole script. */
const trailing = /(.)\/+$/;

/**
 * Whether the widget may show on a page. In whitelist mode only on paths that match one of the globs: `*` stands for
 * any run of characters, and `/docs/*` also covers `/docs`. Otherwise everywhere.
 */
export function showsOnPage(rules: { whitelistMode: boolean; allowedPages: readonly string[] }, path: string): boolean {
  if (!rules.whitelistMode) return true;
  const clean = path.split(/[?#]/, 1)[0]?.replace(trailing, '$1') || '/';
  return rules.allowedPages.some((glob) => {
    const trimmed = glob.replace(trailing, '$1');
    if (trimmed.endsWith('/*') && clean === (trimmed.slice(0, -2) || '/')) return true;
    // Part by part, the first where the path begins, the last where it ends. A pattern of as many stars could be made to
    // run for minutes by an attacker who chooses the path.
    const parts = trimmed.split('*');
    let at = 0;
    return (
      parts.every((part, index) => {
        const found = !index
          ? clean.lastIndexOf(part, 0)
          : parts[index + 1] === undefined
            ? clean.lastIndexOf(part)
            : clean.indexOf(part, at);
        const fits = found >= at;
        at = found + part.length;
        return fits;
      }) && at === clean.length
    );
  });
}
