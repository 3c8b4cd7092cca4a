/** Adds download links for a message's files to webhook payloads. */
import { deliveredFileLinkDays } from '@parley/contracts/channels/limits';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { deliveredFileLink } from '../../files/links.ts';
import type { ExternalContext } from '../../external/services.ts';

const WithFiles = Type.Object({
  data: Type.Object({
    message: Type.Object({ attachments: Type.Array(Type.Object({ id: Type.String() }), { minItems: 1 }) }),
  }),
});
const withFiles = Compile(WithFiles);

/** A body with `url` and `urlExpiresAt` at each file of its message; the same at every attempt, and others untouched. */
export function withFileLinks(
  context: Pick<ExternalContext, 'secrets' | 'publicUrl'>,
  { id: deliveryId, createdAt }: Pick<ClaimedDelivery, 'id' | 'createdAt'>,
  body: unknown,
): unknown {
  if (!withFiles.Check(body)) return body;
  const ends = new Date(createdAt.getTime() + deliveredFileLinkDays * 24 * 3600 * 1000);
  const { message } = body.data;
  const attachments = message.attachments.map((file) => ({
    ...file,
    url: `${context.publicUrl}${deliveredFileLink(context, { fileId: file.id, deliveryId, ends })}`,
    urlExpiresAt: ends.toISOString(),
  }));
  return { ...body, data: { ...body.data, message: { ...message, attachments } } };
}
