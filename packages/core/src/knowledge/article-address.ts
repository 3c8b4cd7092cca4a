/** Builds the public addresses of a website's help centre and its articles. */
import type { Website } from '@parley/contracts/entities';
import type { Language } from '@parley/contracts/text/languages';
import type { Context } from '../context.ts';

/** The oldest active website has the installation's own address, others one below it; each may have a host of its own. */
export function helpBase(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { id, domain, help }: Website,
  websites: readonly Website[],
): string {
  if (help.host) return `${new URL(publicUrl).protocol}//${help.host}/help`;
  const isOldest = oldestWebsite(websites)?.id === id;
  return `${publicUrl}/help${isOldest ? '' : `/@${domain}`}`;
}

/** Returns the website whose articles have the short addresses: the oldest active one. */
export const oldestWebsite = (websites: readonly Website[]): Website | undefined =>
  websites
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id))[0];

/** Returns the address of an article for visitors of a website, which is one of `websites`. */
export const articleUrl = (
  context: Pick<Context, 'publicUrl'>,
  website: Website,
  { locale, slug }: { locale: Language; slug: string },
  websites: readonly Website[],
): string => `${helpBase(context, website, websites)}/${locale}/${encodeURIComponent(slug)}`;

/** Returns the website to read an article in that is limited to these websites; an empty list means all of them. */
export const siteOf = (websites: readonly Website[], ids: readonly string[]): Website | undefined =>
  oldestWebsite(ids.length > 0 ? websites.filter(({ id }) => ids.includes(id)) : websites);
