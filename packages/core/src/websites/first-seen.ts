/** Whether a website has the widget: the first of its pages that asks for it says so. */
import type { Website } from '@parley/contracts/entities';
import { markWebsiteSeen } from '@parley/db/websites/websites';
import { publishChange } from '../events/publish-change.ts';
import type { Context } from '../context.ts';

/** Writes down that a page of the website has asked for the widget, once, and tells the dashboards. */
export async function seeWebsite(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  { id, firstSeenAt }: Website,
): Promise<void> {
  if (firstSeenAt !== null) return;
  // Of two who come first one tells.
  if (await markWebsiteSeen(context.db, id)) await publishChange(context, { frame: { type: 'websites_updated' } });
}
