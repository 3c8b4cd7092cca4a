/** Reads the preferred languages of a browser. */

/** Maximum number shown; longer lists would serve to identify a visitor. */
const mostLanguages = 5;

/**
 * Returns the languages of an `Accept-Language` header (RFC 9110, section 12.5.4), the most preferred first. Invalid
 * ones are left out.
 *
 * @example languagesOf('de-AT,de;q=0.9,en;q=0.8') // ['de-AT', 'de', 'en']
 */
export function languagesOf(header: string | undefined): string[] {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((part) => {
      const [tag = '', quality = ''] = part.split(';').map((each) => each.trim());
      const weight = quality.startsWith('q=') ? Number(quality.slice(2)) : 1;
      return /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,3}$/i.test(tag) && weight > 0 ? [{ tag, weight }] : [];
    })
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
  return [...new Set(wanted)].slice(0, mostLanguages);
}
