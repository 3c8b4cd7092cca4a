/**
 * Shows the whole email of a message to users who may read its conversation: as text, as a page, and as it came; and
 * decides with them about pictures of other servers.
 */
import type { EmailSource, OriginalEmail, PicturesAllowed } from '@parley/contracts/entities';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as pictures from '@parley/db/mail/allowed-pictures';
import * as stored from '@parley/db/mail/message-emails';
import { findMessage } from '@parley/db/messages/read';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { linkFiles } from '../files/links.ts';
import { assertMay } from '../permissions/permissions.ts';
import { readMailHeaders, readRecipients } from './headers.ts';
import { remotePictureLink } from './remote-pictures.ts';
import {
  countRemotePictures,
  fileIdsIn,
  type PageOptions,
  safeHtmlPage,
  withFiles,
  withRemotePictures,
} from './safe-html-page.ts';

interface Place {
  conversationId: string;
  seq: number;
}

/**
 * Returns the email as text, with its recipients while it is stored as it came.
 *
 * @throws Problem `forbidden`, `not_found` for a message that has none or is out of scope
 */
export async function readOriginalEmail(context: Context, caller: StaffCaller, place: Place): Promise<OriginalEmail> {
  const { message, email } = await find(context, caller, place);
  const { conversationId, seq } = place;
  const [sender, source] = await Promise.all([
    stored.senderOfEmail(context.db, conversationId, seq),
    stored.findMailSource(context.db, conversationId, seq),
  ]);
  if (!email && sender === null && !source) throw noEmail();
  const { foldedFrom = null, foldedUntil = null, html = null, text = message.content } = email ?? {};
  const isFolded = foldedFrom !== null && foldedUntil !== null;
  const headers = source && readMailHeaders(source.head);
  return {
    text,
    quotedText: isFolded ? text.split('\n').slice(foldedFrom, foldedUntil).join('\n') : null,
    hasHtml: html !== null,
    remotePictures: countRemotePictures(html ?? ''),
    trackingPixels: email?.trackingPixels ?? 0,
    picturesAllowed: await pictures.findAllowedPictures(context.db, { conversationId, sender }),
    shownFiles: fileIdsIn(html ?? ''),
    isCut: email?.isCut ?? false,
    sender,
    ...(source ? readRecipients(source.head) : { to: [], cc: [] }),
    subject: headers?.subject ?? null,
    date: dateOf(headers?.date ?? null),
    isStored: source !== undefined,
  };
}

/** Returns the date of a mail in the form of the API; null for one that can't be read. */
function dateOf(written: string | null): string | null {
  const time = Date.parse(written ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/**
 * Returns the HTML of the email as a page of its own. Its own pictures and, where they are allowed or asked for, those
 * of other servers are links of ours that are valid for the caller.
 *
 * @throws Problem as `readOriginalEmail`
 */
export async function originalEmailPage(
  context: Context,
  caller: StaffCaller,
  { withPictures, ...place }: Place & PageOptions & { withPictures: boolean },
): Promise<string> {
  const { email } = await find(context, caller, place);
  if (!email || email.html === null) throw noEmail();
  const ids = fileIdsIn(email.html);
  const links = ids.length > 0 ? await linkFiles(context, caller, ids) : [];
  const own = withFiles(email.html, new Map(links.flatMap(({ id, large }) => (large ? [[id, large]] : []))));
  const areShown = email.hasRemotePictures && (withPictures || (await allowedIn(context, place)) !== null);
  return safeHtmlPage(
    areShown ? withRemotePictures(own, (url) => remotePictureLink(context, caller, url)) : own,
    place,
  );
}

async function allowedIn({ db }: Context, { conversationId, seq }: Place): Promise<PicturesAllowed | null> {
  const sender = await stored.senderOfEmail(db, conversationId, seq);
  return pictures.findAllowedPictures(db, { conversationId, sender });
}

/**
 * Shows pictures of other servers from now on: in emails of the conversation, or of the sender in any conversation.
 *
 * @throws Problem as `readOriginalEmail`, `invalid` for the sender of an email that names none
 */
export async function allowPictures(
  context: Context,
  caller: StaffCaller,
  place: Place,
  { for: scope }: Pick<PicturesAllowed, 'for'>,
): Promise<void> {
  const { conversationId } = place;
  const sender = await senderFor(context, caller, place);
  if (scope === 'sender' && sender === null) throw fieldProblem('invalid', 'for', localize('no_such_mail'));
  const of = scope === 'sender' && sender !== null ? { sender } : { conversationId };
  await pictures.allowPictures(context.db, of, caller.user.id);
  await recordAudit(context, caller, {
    action: 'mail.pictures_allowed',
    subject: { type: 'conversation', id: conversationId },
    details: { for: scope },
  });
}

/**
 * Asks again before pictures of other servers are shown, in the conversation and in emails of the sender.
 *
 * @throws Problem as `readOriginalEmail`
 */
export async function blockPictures(context: Context, caller: StaffCaller, place: Place): Promise<void> {
  const { conversationId } = place;
  const sender = await senderFor(context, caller, place);
  await pictures.blockPictures(context.db, { conversationId, sender });
  await recordAudit(context, caller, {
    action: 'mail.pictures_blocked',
    subject: { type: 'conversation', id: conversationId },
  });
}

/** Returns the sender of an email of which the caller may change what is shown. */
async function senderFor(context: Context, caller: StaffCaller, place: Place): Promise<string | null> {
  await assertMay(context, caller, 'conversations.update', { conversationId: place.conversationId });
  if (!(await find(context, caller, place)).email) throw noEmail();
  return stored.senderOfEmail(context.db, place.conversationId, place.seq);
}

/** Returns the email as it came, as text. @throws Problem `forbidden`, `not_found` once it is no longer stored */
export async function readEmailSource(context: Context, caller: StaffCaller, place: Place): Promise<EmailSource> {
  await find(context, caller, place);
  const found = await stored.findMailSource(context.db, place.conversationId, place.seq);
  if (!found) throw noEmail();
  const { head, size } = found;
  return { source: head.toString('utf8').replaceAll('\0', ''), isCut: head.length < size, size };
}

/** Returns the email as it came. @throws Problem `forbidden`, `not_found` once it is no longer stored */
export async function rawEmail(context: Context, caller: StaffCaller, place: Place): Promise<Buffer> {
  await find(context, caller, place);
  const raw = await stored.findRawMail(context.db, place.conversationId, place.seq);
  if (!raw) throw noEmail();
  return raw;
}

const noEmail = (): Problem => new Problem('not_found', localize('no_such_message'));

async function find(context: Context, caller: StaffCaller, { conversationId, seq }: Place) {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const message = await findMessage(context.db, conversationId, seq);
  // Once a message is removed, so is its email.
  if (!message || message.removedAt) throw noEmail();
  return { message, email: await stored.findMessageEmail(context.db, conversationId, seq) };
}
