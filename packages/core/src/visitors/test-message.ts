/** Sends a message as a test visitor, so that a team sees how conversations arrive before its website has the widget. */
import { randomUUID } from 'node:crypto';
import { testMessageTexts } from '@parley/contracts/i18n/catalogues/test-messages';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { languageOf } from '@parley/contracts/text/languages';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { listWebsites } from '@parley/db/websites/websites';
import type { StaffCaller, VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { postMessage } from '../messages/post.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** @throws Problem `forbidden`, `not_found` for an unknown website */
export async function sendTestMessage(
  context: Context,
  caller: StaffCaller,
  websiteId: string,
): Promise<{ conversationId: string }> {
  await refuseWithout(context, caller, 'websites.manage');
  const website = (await listWebsites(context.db)).find(({ id }) => id === websiteId);
  if (!website) throw new Problem('not_found', localize('no_such_website'));
  const language = languageOf(caller.user.language ?? '') ?? 'en';
  const t = testMessageTexts(language);
  const visitor = await insertVisitor(context.db, {
    websiteId,
    name: t('name'),
    pageUrl: `https://${website.domain}/`,
    pageTitle: website.name,
    locale: language,
    lastSeenAt: new Date(),
  });
  const sender: VisitorCaller = {
    kind: 'visitor',
    visitorId: visitor.id,
    websiteId,
    epoch: visitor.tokenEpoch,
    session: randomUUID(),
  };
  const { message } = await postMessage(
    context,
    sender,
    { own: {} },
    { content: t('message'), clientMessageId: randomUUID() },
  );
  return { conversationId: message.conversationId };
}
