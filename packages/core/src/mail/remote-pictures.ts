/**
 * Fetches pictures of other servers for emails that a user may show them in: through the guarded client, without cookies
 * and referrer, so that the sender learns nothing about the reader. A link is valid for five minutes.
 */
import { fileLinkSeconds } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import { remotePictureAddressMax } from '@parley/contracts/routes/conversations';
import { findAccount } from '@parley/db/users/users';
import { OutboundError } from '@parley/service/outbound-errors';
import { fileTypeFromBuffer } from 'file-type';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';

const purpose = 'picture of an email';
const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 15_000;
/** No SVG: it is a document that may run scripts. */
const types = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
]);

const signedText = (url: string, userId: string, expires: string): string => `${expires} ${userId} ${url}`;

/** Returns the address of ours that shows the picture to this user; null for one too long. */
export function remotePictureLink(
  { secrets }: Pick<Context, 'secrets'>,
  { user }: StaffCaller,
  url: string,
  now = Date.now(),
): string | null {
  if (url.length > remotePictureAddressMax) return null;
  const expires = Math.floor(now / 1000 + fileLinkSeconds).toString(36);
  const link = `${expires}.${user.id}.${secrets.sign(purpose, signedText(url, user.id, expires))}`;
  return `/api/mail/pictures?${new URLSearchParams({ url, link }).toString()}`;
}

/**
 * Returns the picture behind a link.
 *
 * @throws Problem `not_found` for a link that is invalid or expired, and for anything that isn't a picture
 */
export async function fetchRemotePicture(
  context: ExternalContext,
  { url, link }: { url: string; link: string },
  now = Date.now(),
): Promise<{ bytes: Buffer; type: string }> {
  const [, expires = '', userId = '', signature = ''] =
    /^([0-9a-z]{1,10})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(link) ?? [];
  const isSigned = context.secrets.verify(purpose, signedText(url, userId, expires), signature);
  if (!isSigned || Number.parseInt(expires, 36) * 1000 <= now) throw gone();
  if (!(await findAccount(context.db, userId))?.isActive) throw gone();
  const answer = await context.external.outbound
    .request(url, { timeoutMs, maxBytes, headers: { accept: 'image/*' } })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? gone() : error;
    });
  const type = answer.status === 200 ? (await fileTypeFromBuffer(answer.bytes))?.mime : undefined;
  if (type === undefined || !types.has(type)) throw gone();
  return { bytes: answer.bytes, type };
}

const gone = (): Problem => new Problem('not_found', 'There is no such picture, or this link has expired.');
