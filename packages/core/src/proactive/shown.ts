/** Proactive messages and banners as the widget gets them, and what it tells of them. */
import type { Website } from '@parley/contracts/entities';
import type { ShownBanner } from '@parley/contracts/proactive/banners';
import type { ProactiveEvent, ShownProactive } from '@parley/contracts/proactive/proactive';
import { bannersNow } from '@parley/db/proactive/banners';
import { countEvent, proactiveOn } from '@parley/db/proactive/messages';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { assistantSpeaks } from './messages.ts';

/** Returns what a website may show, the most important first; those by the assistant only while it is on. */
export async function shownProactive(context: ExternalContext, websiteId: string): Promise<ShownProactive[]> {
  const messages = await proactiveOn(context.db, websiteId);
  if (messages.length === 0) return [];
  const speaks = await assistantSpeaks(context, websiteId);
  return messages.flatMap(({ id, text, variants, conditions, sender }) =>
    sender || speaks ? { id, text, variants, conditions, sender } : [],
  );
}

/** Returns the banners that a website shows now, the newest first. */
export async function shownBanners(context: Pick<Context, 'db'>, websiteId: string): Promise<ShownBanner[]> {
  const banners = await bannersNow(context.db, websiteId);
  return banners.map(({ id, text, variants, link, isDismissible, isAtLauncher, until }) => ({
    id,
    text,
    variants,
    link,
    isDismissible,
    isAtLauncher,
    until,
  }));
}

/** Counts an event of a proactive message, on a website that remembers visits; nothing on any other. */
export async function recordProactive(
  { db }: Pick<Context, 'db'>,
  { id: websiteId, proactive }: Website,
  { id, event }: { id: string; event: ProactiveEvent },
): Promise<void> {
  if (proactive.remembers) await countEvent(db, { id, websiteId }, event);
}
