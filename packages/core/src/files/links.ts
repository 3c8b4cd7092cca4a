/**
 * Creates and opens links to files. A link is valid for five minutes, for one user or visitor, and only while they may
 * see the file; or for some days, for recipients of the mail or webhook that contains it. Opening a link reads no
 * cookie and no token.
 */
import type { Readable } from 'node:stream';
import { deliveredFileLinkDays } from '@parley/contracts/channels/limits';
import { type Attachment, thumbnailEdges } from '@parley/contracts/messages/attachments';
import { fileLinkSeconds } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import type { FileLinks, fileVariants } from '@parley/contracts/routes/uploads';
import { deliveredFile, type FileViewer, visibleFiles } from '@parley/db/files/uploads';
import { findAccount } from '@parley/db/users/users';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { can } from '../permissions/permissions.ts';
import { scopeSql } from '../permissions/scope.ts';
import { nameOfType } from './file-name.ts';
import { type ByteRange, ObjectMissing } from '../storage/storage.ts';
import { readBytes } from './uploads.ts';

export type FileVariant = (typeof fileVariants)[number];

const purpose = 'file link';

/**
 * Returns a link for recipients of a mail or a webhook. It is valid until `ends`, while the conversation still has the
 * file, and the address still belongs to the customer or the webhook still exists.
 */
export function deliveredFileLink(
  { secrets }: Pick<Context, 'secrets'>,
  { fileId, deliveryId, ends }: { fileId: string; deliveryId: string; ends: Date },
): string {
  const expires = Math.floor(ends.getTime() / 1000).toString(36);
  const name = `d${deliveryId}`;
  return `/api/files/${fileId}/original?link=${expires}.${name}.${secrets.sign(purpose, signedText(fileId, name, expires))}`;
}

/** Returns the whole address of such a link, for as long as deliveries have them. */
export function deliveredFileAddress(
  { secrets, publicUrl }: Pick<ExternalContext, 'secrets' | 'publicUrl'>,
  fileId: string,
  delivery: { id: string; createdAt: Date },
): string {
  const ends = new Date(delivery.createdAt.getTime() + deliveredFileLinkDays * 24 * 3_600_000);
  return `${publicUrl}${deliveredFileLink({ secrets }, { fileId, deliveryId: delivery.id, ends })}`;
}

const signedText = (id: string, viewer: string, expires: string): string => `${id} ${viewer} ${expires}`;

/** Addresses of those of the files that are ready and that the caller may see. */
export async function linkFiles(
  context: Pick<Context, 'db' | 'secrets' | 'settings'>,
  caller: Caller,
  ids: readonly string[],
  now = Date.now(),
): Promise<FileLinks[]> {
  const viewer: FileViewer =
    caller.kind === 'staff'
      ? { userId: caller.user.id, within: await scopeSql(context, caller) }
      : { visitorId: caller.visitorId };
  const name = 'userId' in viewer ? `u${viewer.userId}` : `v${viewer.visitorId}`;
  const expires = Math.floor(now / 1000 + fileLinkSeconds).toString(36);
  const files = await visibleFiles(context.db, ids, viewer);
  return files.map(({ id, thumbnails }) => {
    const link = `${expires}.${name}.${context.secrets.sign(purpose, signedText(id, name, expires))}`;
    const address = (variant: FileVariant): string => `/api/files/${id}/${variant}?link=${link}`;
    return {
      id,
      original: address('original'),
      small: thumbnails && address('small'),
      large: thumbnails && address('large'),
    };
  });
}

const gone = (): Problem => new Problem('not_found', 'This link leads nowhere, or not any more.');

export interface OpenedFile {
  attachment: Attachment;
  /** Name for saving. */
  name: string;
  type: string;
  /** Made by us, pixel by pixel: it may be shown where it is. */
  isOurs: boolean;
  /** The bytes, or some of them, and how many there are in all. */
  read: (range?: ByteRange) => Promise<{ bytes: Readable; size: number }>;
}

/**
 * Opens the file behind a link.
 *
 * @throws Problem `not_found` for a link that is invalid or expired, or if its owner may no longer see the file
 */
export async function openLink(
  context: ExternalContext,
  { id, variant, link }: { id: string; variant: FileVariant; link: string },
  now = Date.now(),
): Promise<OpenedFile> {
  const [, expires = '', name = '', signature = ''] =
    /^([0-9a-z]{1,10})\.([uvd][0-9a-f-]{36})\.([\w-]{43})$/.exec(link) ?? [];
  if (!context.secrets.verify(purpose, signedText(id, name, expires), signature)) throw gone();
  if (Number.parseInt(expires, 36) * 1000 <= now) throw gone();
  const attachment = await fileFor(context, id, name);
  if (!attachment || (variant !== 'original' && !attachment.thumbnails)) throw gone();
  const type = variant in thumbnailEdges ? 'image/webp' : (attachment.type ?? 'application/octet-stream');
  return {
    attachment,
    name: nameOfType(attachment.name, type),
    type,
    isOurs: (attachment.kind === 'picture' && attachment.thumbnails !== null) || variant !== 'original',
    read: (range) =>
      readBytes(context, id, variant, range).catch((error: unknown) => {
        throw error instanceof ObjectMissing ? gone() : error;
      }),
  };
}

/** Returns the file if the link's owner may see it: `u` a user, `v` a visitor, `d` a delivery. */
async function fileFor(context: ExternalContext, id: string, name: string): Promise<Attachment | undefined> {
  const { db } = context;
  const viewerId = name.slice(1);
  if (name.startsWith('d')) return deliveredFile(db, id, viewerId);
  const isStaff = name.startsWith('u');
  if (!isStaff) return (await visibleFiles(db, [id], { visitorId: viewerId }))[0];
  const account = await findAccount(db, viewerId);
  if (!account?.isActive || !(await can(context, account, 'conversations.read'))) return undefined;
  return (await visibleFiles(db, [id], { userId: viewerId, within: await scopeSql(context, account) }))[0];
}
