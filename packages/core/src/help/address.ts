/** Where the help centre of a website, and an article of it, stands for everybody to read. */
import type { Website } from '@parley/contracts/entities';
import type { Language } from '@parley/contracts/languages';
import { listWebsites } from '@parley/db/websites/websites';
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

/** Where an article stands for the visitors of a website. */
export async function articleUrl(
  context: Pick<Context, 'db' | 'publicUrl'>,
  website: Website,
  { locale, slug }: { locale: Language; slug: string },
): Promise<string> {
  const websites = await listWebsites(context.db);
  return `${helpBase(context, website, websites)}/${locale}/${encodeURIComponent(slug)}`;
}
