/** What the widget is told before anybody writes. */
import type { Website } from '@parley/contracts/entities';
import { teamHours } from '@parley/contracts/business-hours';
import { showsOnPage } from '@parley/contracts/page-rules';
import { textOn } from '@parley/contracts/text-colour';
import type { WidgetSetup } from '@parley/contracts/widget';
import type { ExternalContext } from '../integrations/external-services.ts';
import { hasHelp } from '../help/reading.ts';
import { canMailCustomers } from '../mail/can-mail.ts';
import { isAnybodyOnline } from '../presence/representatives.ts';

/**
 * Looks and team state for a page of an allowed website. Small and the same for everybody, so that it can be cached.
 * It promises only what is so at this moment: an answer by somebody who is there, a mail that can be sent.
 */
export async function widgetSetup(
  context: ExternalContext,
  website: Website,
  path: string | undefined,
): Promise<WidgetSetup> {
  const settings = await context.settings.read();
  const { welcomeMessages, ...look } = settings.widgetConfig;
  const { isOpen, backAt } = teamHours(settings.businessHours);
  const { filesToAssistant: _ofNoConcern, perDay: _atTheDoor, ...files } = website.files;
  const [isOnline, mails, isHelpful] = await Promise.all([
    // With Redis away nobody can be seen, so nobody is promised; the widget itself must not wait for it.
    isOpen && isAnybodyOnline(context).catch(() => false),
    canMailCustomers(context),
    website.help.inWidget !== 'off' && hasHelp(context, website),
  ]);
  return {
    show: path === undefined || showsOnPage(website, path),
    organisation: website.name,
    ...look,
    textColor: textOn(look.primaryColor),
    ...(Object.values(welcomeMessages).some(Boolean) && { welcomeMessages }),
    allowedPages: website.allowedPages,
    whitelistMode: website.whitelistMode,
    ...(context.external.files && files.when !== 'never' && { files }),
    ...(isHelpful && { help: website.help.inWidget }),
    team: {
      isOnline,
      backAt,
      answersFirst: settings.aiConfig.enabled && context.external.model ? 'ai' : 'person',
      mails,
    },
  };
}
