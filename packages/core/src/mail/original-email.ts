/** Returns the whole email of a message, for users who may read its conversation. */
import type { OriginalEmail } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findMessageEmail, type MessageEmail } from '@parley/db/mail/message-emails';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { linkFiles } from '../files/links.ts';
import { assertMay } from '../permissions/permissions.ts';
import { fileIdsIn, safeHtmlPage, withFiles, withRemotePictures } from './safe-html-page.ts';

interface Place {
  conversationId: string;
  seq: number;
}

/** Returns the email as text. @throws Problem `forbidden`, `not_found` for a message that has none or is out of scope */
export async function readOriginalEmail(context: Context, caller: StaffCaller, place: Place): Promise<OriginalEmail> {
  const { text, html, hasRemotePictures, isCut, foldedFrom, foldedUntil } = await find(context, caller, place);
  const isFolded = foldedFrom !== null && foldedUntil !== null;
  const quotedText = isFolded ? text.split('\n').slice(foldedFrom, foldedUntil).join('\n') : null;
  return { text, quotedText, hasHtml: html !== null, hasRemotePictures, isCut };
}

/**
 * Returns the HTML of the email as a page of its own, with its own pictures by links to their files, which are valid
 * for the caller.
 *
 * @throws Problem as `readOriginalEmail`
 */
export async function originalEmailPage(
  context: Context,
  caller: StaffCaller,
  { withPictures, ...place }: Place & { withPictures: boolean },
): Promise<string> {
  const { html } = await find(context, caller, place);
  if (html === null) throw new Problem('not_found', localize('no_such_message'));
  const ids = fileIdsIn(html);
  const links = ids.length > 0 ? await linkFiles(context, caller, ids) : [];
  const own = withFiles(html, new Map(links.flatMap(({ id, large }) => (large ? [[id, large]] : []))));
  return safeHtmlPage(withPictures ? withRemotePictures(own) : own);
}

async function find(context: Context, caller: StaffCaller, { conversationId, seq }: Place): Promise<MessageEmail> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const email = await findMessageEmail(context.db, conversationId, seq);
  if (!email) throw new Problem('not_found', localize('no_such_message'));
  return email;
}
