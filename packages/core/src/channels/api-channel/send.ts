/** Replies to the programs of API channels, as webhooks signed according to Standard Webhooks. */
import { deliveredFileLinkDays } from '@parley/contracts/channels/limits';
import type { ApiChannel } from '@parley/contracts/channels/api-channels';
import { localize } from '@parley/contracts/i18n/server-texts';
import { scores } from '@parley/contracts/ratings/limits';
import { findApiChannel } from '@parley/db/channels/api-channel';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { derivedId } from '../../derived-id.ts';
import { CallFailed, expectSuccess, secretsOf } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { deliveredFileLink } from '../../files/links.ts';
import { markdownOf } from '../../text/marks.ts';
import { postSigned, webhookAddress } from '../../external/signed-post.ts';
import {
  type AskedByChannel,
  CustomerUnreachable,
  type Delivered,
  type FormattedText,
  type OutgoingMessage,
} from '../customers/answers.ts';
import { partsOf } from './address.ts';

/** Writes a text in the channel's format. */
type Writer = (text: FormattedText) => string;
const writers: Record<ApiChannel['textFormat'], Writer> = { plain: ({ text }) => text, markdown: markdownOf };

/** Posts an event to the program of an address, and returns its answer. @throws CustomerUnreachable, CallFailed, OutboundError */
async function post(
  context: ExternalContext,
  address: string,
  id: string,
  eventOf: (write: Writer) => { type: string } & Record<string, unknown>,
): Promise<string> {
  const { channelId, customerId } = partsOf(address);
  const channel = await findApiChannel(context.db, channelId);
  if (!channel) throw new CallFailed(localize('channel_removed'), { transient: false });
  const isStillSigning = channel.previousUntil !== null && channel.previousUntil.getTime() > Date.now();
  const receiver = { ...channel, previousSecret: isStillSigning ? channel.previousSecret : null };
  const target = webhookAddress(context, receiver);
  const { type, ...rest } = eventOf(writers[channel.textFormat]);
  const body = JSON.stringify({
    type,
    timestamp: new Date().toISOString(),
    channelId,
    customer: { id: customerId },
    ...rest,
  });
  const answer = await postSigned(context, receiver, { id, body });
  const { host } = new URL(target);
  if (answer.status === 410)
    throw new CustomerUnreachable(localize('answered', { host, status: 410 }), {
      responseStatus: 410,
      transient: false,
    });
  expectSuccess(host, answer, secretsOf(target));
  return answer.text;
}

const Answer = Compile(Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }));

/** Sends a message. Returns the id that the program has given it, otherwise the delivery's. */
export async function send(
  context: ExternalContext,
  address: string,
  { replyTo, files, delivery, ...formatted }: OutgoingMessage,
): Promise<string> {
  const ends = new Date(delivery.createdAt.getTime() + deliveredFileLinkDays * 24 * 3600 * 1000);
  const answer = await post(context, address, delivery.id, (write) => ({
    type: 'message',
    conversationId: delivery.conversationId,
    message: {
      id: delivery.id,
      text: write(formatted),
      ...(replyTo !== undefined && { replyTo }),
      files: files.map(({ attachment: { id, name, type, size } }) => ({
        name,
        type,
        size,
        url: `${context.publicUrl}${deliveredFileLink(context, { fileId: id, deliveryId: delivery.id, ends })}`,
        urlExpiresAt: ends.toISOString(),
      })),
    },
  }));
  return idIn(answer) ?? delivery.id;
}

/** Tells the program that a sent message was changed, or removed. */
export async function revise(
  context: ExternalContext,
  address: string,
  externalId: string,
  message: FormattedText | null,
  delivery: Delivered,
): Promise<void> {
  await post(context, address, derivedId(delivery.id, externalId), (write) => ({
    type: message ? 'message_edited' : 'message_removed',
    conversationId: delivery.conversationId,
    message: { id: externalId, ...(message && { text: write(message) }) },
  }));
}

/** Tells the program which emoji the team has put on a message. */
export async function react(
  context: ExternalContext,
  address: string,
  externalId: string,
  emoji: readonly string[],
  delivery: Delivered,
): Promise<void> {
  await post(context, address, delivery.id, () => ({
    type: 'reactions',
    conversationId: delivery.conversationId,
    message: { id: externalId, reactions: emoji },
  }));
}

/** Asks the program for a rating; it answers by an event of its own, or shows the customer the page. */
export async function askRating(
  context: ExternalContext,
  address: string,
  { ratingId, question: { language, text }, url, delivery }: AskedByChannel,
): Promise<string> {
  await post(context, address, delivery.id, () => ({
    type: 'rating_requested',
    conversationId: delivery.conversationId,
    rating: { id: ratingId, question: text, language, scores, url },
  }));
  return delivery.id;
}

function idIn(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return Answer.Check(answer) ? answer.id : undefined;
  } catch {
    return undefined;
  }
}
