/** Tells visitors what a link of the team's message leads to. The server reads the page, so its owner learns nothing of them. */
import { createHash } from 'node:crypto';
import { lookOf } from '@parley/contracts/settings/look';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { addresses, hrefOf } from '@parley/contracts/text/links';
import { isPreviewable, type LinkPreview } from '@parley/contracts/visitors/link-preview';
import { findWebsite } from '@parley/db/websites/websites';
import { OutboundError } from '@parley/service/outbound-errors';
import { keys } from '@parley/service/redis';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { ownConversationId } from '../conversations/own.ts';
import { readOn } from '../events/continued.ts';
import { OutOfTime } from '../processes/limited-time.ts';
import { fetchPage, type WebContext } from './web-page.ts';

const keptSeconds = 24 * 3600;
/** A page that can't be read is asked for again after this. */
const failedSeconds = 600;
const lengths = { title: 120, description: 200 };

/**
 * Returns what the first link of a message by the team leads to; null for a message without one, a page that says
 * nothing of itself, and where the website has switched previews off.
 *
 * @throws Problem `not_found` for a conversation of another visitor
 */
export async function previewLink(
  context: Context & WebContext,
  { visitorId, websiteId }: VisitorCaller,
  { seq, conversationId: named }: { seq: number; conversationId?: string | undefined },
): Promise<LinkPreview | null> {
  const [settings, website, conversationId] = await Promise.all([
    context.settings.read(),
    findWebsite(context.db, websiteId),
    ownConversationId(context, visitorId, named),
  ]);
  if (!website || !conversationId || !lookOf(settings, website).linkPreviews) return null;
  const [message] = await readOn(context, conversationId, { after: seq - 1, limit: 1 });
  if (message?.seq !== seq || message.senderType !== 'representative' || message.removedAt) return null;
  const [found] = message.content.matchAll(addresses);
  const href = found && hrefOf(found[0], found[1]);
  return href && isPreviewable(href) ? read(context, new URL(href)) : null;
}

async function read(context: Context & WebContext, url: URL): Promise<LinkPreview | null> {
  const { redis, prefix } = context;
  url.hash = '';
  const key = keys(prefix).key('link', createHash('sha256').update(url.href).digest('base64url'));
  const cached = await redis.get(key);
  if (cached !== null) return JSON.parse(cached) as LinkPreview | null;
  // Many readers of one message are one visit of its page.
  if ((await redis.set(key, 'null', 'EX', failedSeconds, 'NX')) !== 'OK') return null;
  const preview = await describe(context, url);
  if (preview) await redis.set(key, JSON.stringify(preview), 'EX', keptSeconds);
  return preview;
}

async function describe(context: Context & WebContext, url: URL): Promise<LinkPreview | null> {
  try {
    const { status, document } = await fetchPage(context, url.href);
    if (status !== 200 || !document) return null;
    const meta = (...names: string[]): string | undefined =>
      names
        .map((name) =>
          document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content'),
        )
        .find((content) => content?.trim()) ?? undefined;
    const title = shown(meta('og:title', 'twitter:title') ?? document.querySelector('title')?.textContent, 'title');
    if (!title) return null;
    return {
      url: url.href,
      host: url.host.replace(/^www\./, ''),
      title,
      description: shown(meta('og:description', 'description'), 'description') || null,
    };
  } catch (error) {
    if (error instanceof OutboundError || error instanceof OutOfTime) return null;
    throw error;
  }
}

/** Returns a clean line of a page's own words. */
const shown = (text: string | null | undefined, part: keyof typeof lengths): string =>
  cleanLine(text ?? '', lengths[part]);
