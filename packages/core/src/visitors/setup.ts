/** What the widget is told before anybody writes. */
import type { Website } from '@parley/contracts/entities';
import { teamHours } from '@parley/contracts/business-hours';
import { showsOnPage } from '@parley/contracts/page-rules';
import type { WidgetSetup } from '@parley/contracts/widget';
import type { Context } from '../context.ts';

/** Looks and team state for a page of an allowed website. Small and the same for everybody, so that it can be cached. */
export async function widgetSetup(context: Context, website: Website, path: string | undefined): Promise<WidgetSetup> {
  const settings = await context.settings.read();
  const { isOpen, backAt } = teamHours(settings.businessHours);
  return {
    show: path === undefined || showsOnPage(website, path),
    organisation: website.name,
    ...settings.widgetConfig,
    allowedPages: website.allowedPages,
    whitelistMode: website.whitelistMode,
    team: { isOnline: isOpen, backAt, answersFirst: settings.aiConfig.enabled ? 'ai' : 'person' },
  };
}
