/** Records that a website has the widget, when the first of its pages requests it. */
import type { Website } from '@parley/contracts/entities';
import { markWebsiteSeen } from '@parley/db/websites/websites';
import { publishChange } from '../live/publish-change.ts';
import type { Context } from '../context.ts';

/** Records, once, that a page of the website has requested the widget, and notifies the dashboards. */
export async function seeWebsite(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  { id, firstSeenAt }: Website,
): Promise<void> {
  if (firstSeenAt !== null) return;
  // Two visitors may be first at the same time: one of them publishes it.
  if (await markWebsiteSeen(context.db, id)) await publishChange(context, { frame: { type: 'websites_updated' } });
}
