/** Which addresses of a website are pages of it, and how each is written. */

const longest = 1_000;
const mostSegments = 16;
/** A segment that comes back so often was made by links that lead into themselves. */
const mostRepeats = 3;
const tracking = /^(?:utm_|mc_|_hs|ga_)|^(?:gclid|fbclid|msclkid|yclid|ref|phpsessid|jsessionid|sid|sessionid)$/i;
/** Matches addresses of files that are certainly no text. */
const otherFiles =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|m?js|json|map|woff2?|ttf|eot|mp[34]|m4a|webm|ogg|wav|avi|mov|zip|gz|tgz|rar|7z|exe|dmg|apk|iso|xlsx?|pptx?|xml|rss|atom)$/i;

/** Returns a page's canonical address; null for one that is no page or wasn't written by a person. */
export function pageAddress(address: string): string | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return null;
  url.hash = '';
  const noise = Array.from(url.searchParams.keys()).filter((name) => tracking.test(name));
  for (const name of noise) url.searchParams.delete(name);
  url.searchParams.sort();
  if (url.href.length > longest) return null;
  return otherFiles.test(url.pathname) ? null : url.href;
}

/** Whether links made the address that lead into themselves: a segment comes back and back, or there is no end of them. */
export function isLinkTrap(address: string): boolean {
  const segments = new URL(address).pathname.split('/').filter((each) => each !== '');
  const repeats = [...Map.groupBy(segments, (each) => each).values()].map((each) => each.length);
  return segments.length > mostSegments || repeats.some((times) => times >= mostRepeats);
}

const bare = (url: URL): string => `${url.hostname.replace(/^www\./, '')}:${url.port}`;

/** Whether both are of one website, with `www.` or without. */
export function isSameSite(one: string, other: string): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)];
  return first !== null && second !== null && bare(first) === bare(second);
}

/** Names in queries that turn the pages of a list. */
const pageNames = /^(?:p|pg|page|paged|pagenum|offset|start|skip|from|seite)$/i;
/** Names in queries that turn the leaves of a calendar. */
const dateNames = /^(?:date|day|month|year|week|y|m|d|start|from|to|cal|calendar|tribe-bar-date|ical)$/i;
const date = /(?:^|[^\d])(?:19|20)\d\d(?:[-/_.]?(?:0?[1-9]|1[0-2]))?(?:[-/_.]?(?:[012]?\d|3[01]))?(?:[^\d]|$)/;
/** Pages that differ only in a date, or only in the number of a page. A month of a calendar, a long list. */
const mostAlike = { date: 31, page: 100 };

export interface CountedPages {
  /** The address with `#` in place of each number. */
  pattern: string;
  /** Pages of the pattern that are read. */
  max: number;
}

/** Returns an address with `#` in place of each number. */
const patternOf = (address: string): string => address.replaceAll(/\d+/g, '#');

/** Returns the counter in an address, if it is a page of a calendar or list; undefined for any other. */
export function countedPages(address: string): CountedPages | undefined {
  const { pathname, searchParams } = new URL(address);
  const numbered = [...searchParams].filter(([, value]) => /^[\d.\-/_:T]+$/.test(value)).map(([name]) => name);
  // A title beside the date makes a page of its own of it: there is only one of its pattern.
  if (date.test(pathname) || numbered.some((name) => dateNames.test(name)))
    return { pattern: patternOf(address), max: mostAlike.date };
  if (/\/page\/\d+/i.test(pathname) || numbered.some((name) => pageNames.test(name)))
    return { pattern: patternOf(address), max: mostAlike.page };
  return undefined;
}
