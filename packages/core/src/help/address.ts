/** Where the help centre of a website, and an article of it, stands for everybody to read. */
import type { Website } from '@parley/contracts/entities';
import type { Language } from '@parley/contracts/languages';
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

export const oldestWebsite = (websites: readonly Website[]): Website | undefined =>
  websites
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id))[0];

/** Where an article stands for the visitors of a website, of all `websites`. */
export const articleUrl = (
  context: Pick<Context, 'publicUrl'>,
  website: Website,
  { locale, slug }: { locale: Language; slug: string },
  websites: readonly Website[],
): string => `${helpBase(context, website, websites)}/${locale}/${encodeURIComponent(slug)}`;

/** The website whose help centre something is read in that is for these websites; none for all. */
export const siteOf = (websites: readonly Website[], ids: readonly string[]): Website | undefined =>
  oldestWebsite(ids.length > 0 ? websites.filter(({ id }) => ids.includes(id)) : websites);
