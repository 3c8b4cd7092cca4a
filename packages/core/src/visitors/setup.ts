/** Reads the widget's configuration for the time before the first message. */
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import type { ShownForm } from '@parley/contracts/forms/forms';
import type { Website } from '@parley/contracts/entities';
import { teamHours } from '@parley/contracts/schedules/working-time';
import { showsOnPage } from '@parley/contracts/visitors/page-rules';
import { appliedLook, lookOf } from '@parley/contracts/settings/look';
import type { Language } from '@parley/contracts/text/languages';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { accessOf } from '../ai/model-access.ts';
import { availableOf } from '@parley/db/users/availability';
import type { Context } from '../context.ts';
import { unknownForm } from '../forms/forms.ts';
import { shownForm } from '../forms/shown.ts';
import type { ExternalContext } from '../external/services.ts';
import { hasHelp } from '../help/reading.ts';
import { canMailCustomers } from '../mailer/can-mail.ts';
import { findWorkingHours } from '../settings/schedules.ts';
import { shownBanners, shownProactive } from '../proactive/shown.ts';
import { forecastForVisitors } from '../sla/forecast.ts';
import { usualReplySeconds } from './reply-time.ts';

/** Number of representatives shown with their face. */
const facesShown = 3;

/**
 * Returns looks and team state for a page of an allowed website. Small and equal for all visitors, so that it can be
 * cached. It promises only what is true at this moment: an answer by a representative who is online, a mail that can be
 * sent.
 */
export async function widgetSetup(
  context: ExternalContext,
  website: Website,
  path: string | undefined,
): Promise<WidgetSetup> {
  const settings = await context.settings.read();
  const look = lookOf(settings, website);
  const { avatarUrl, position, primaryColor, welcomeMessage, welcomeMessages, showOnMobile, showOnDesktop } = look;
  const { isOpen, backAt } = teamHours(await findWorkingHours(context, { websiteId: website.id }));
  const { filesToAssistant: _ofNoConcern, perDay: _atTheDoor, ...files } = website.files;
  const answersFirst =
    aiConfigOn(settings.aiConfig, website.id).enabled && accessOf(context.external, settings.aiConfig)
      ? 'ai'
      : 'person';
  const [faces, replySeconds, answersBy, mails, isHelpful, messages, banners] = await Promise.all([
    isOpen ? availableOf(context.db, facesShown) : [],
    usualReplySeconds(context),
    answersFirst === 'person' ? forecastForVisitors(context, website) : undefined,
    canMailCustomers(context),
    website.help.inWidget !== 'off' && hasHelp(context, website),
    shownProactive(context, website.id),
    shownBanners(context, website.id),
  ]);
  const isStaffed = answersFirst === 'ai' || faces.length > 0;
  const formId = isStaffed ? website.forms.before : (website.forms.away ?? website.forms.before);
  return {
    show: (path === undefined || showsOnPage(website, path)) && !(look.hideWhenAway && !isStaffed),
    organisation: website.name,
    avatarUrl,
    position,
    primaryColor,
    ...appliedLook(look),
    welcomeMessage,
    showOnMobile,
    showOnDesktop,
    ...(website.liveVisitors !== 'off' && { live: website.liveVisitors }),
    ...(look.linkPreviews && { linkPreviews: true as const }),
    ...(Object.values(welcomeMessages).some(Boolean) && { welcomeMessages }),
    allowedPages: website.allowedPages,
    whitelistMode: website.whitelistMode,
    ...(context.external.files && files.when !== 'never' && { files }),
    ...(settings.dataConfig.visitorsErase && { erasure: true as const }),
    ...(website.pushWorker !== null && { pushWorker: website.pushWorker }),
    ...(formId !== null && { formId }),
    ...(isHelpful && { help: website.help.inWidget }),
    ...((messages.length > 0 || website.proactive.remembers) && { proactive: { ...website.proactive, messages } }),
    ...(banners.length > 0 && { banners }),
    team: {
      isOpen,
      isOnline: faces.length > 0,
      ...(faces.length > 0 && { faces }),
      // A usual time beside “We’re away” would be a promise that nobody is there to keep.
      ...(replySeconds !== undefined && faces.length > 0 && { replySeconds }),
      backAt,
      ...(answersBy && { answersBy: answersBy.toISOString() }),
      answersFirst,
      mails,
    },
  };
}

/**
 * Returns the form that a website asks for before the chat, in a language.
 *
 * @throws Problem `not_found` for a form that it doesn't ask for
 */
export async function formBeforeChat(
  context: Pick<Context, 'db'>,
  { forms: { before, away } }: Website,
  { id, language }: { id: string; language: Language },
): Promise<ShownForm> {
  const form = before === id || away === id ? await shownForm(context, id, language) : undefined;
  if (!form) throw unknownForm();
  return form;
}
