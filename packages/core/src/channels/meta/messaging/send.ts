/** Direct messages to customers, no faster than Meta takes them. */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Attachment } from '@parley/contracts/messages/attachments';
import { wholeStart } from '@parley/contracts/text/clean-line';
import type { ExternalContext } from '../../../external/services.ts';
import { deliveredFileAddress } from '../../../files/links.ts';
import { piecesOf } from '../../../messages/pieces.ts';
import type { AskedByChannel, Delivered, OutgoingMessage } from '../../customers/answers.ts';
import { UnknownOutcome } from '../../customers/send-once.ts';
import { type Choice, choicesOf, ratingChoices } from '../choices.ts';
import { takeTurns } from '../../customers/turns.ts';
import { accountGraph, explainedBy, isWindowClosed, type MessagingApp } from './app.ts';

/** Below the limits of both. https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
const perAccount = { name: 'meta_account', max: 60, perSeconds: 1, burst: 20 };

/** https://developers.facebook.com/docs/messenger-platform/send-messages/quick-replies */
const quickReplies = { most: 13, longestLabel: 20, longestBody: 1_000 };

/**
 * Sends a message, its text before its file, and returns Meta's id of the first.
 * @throws CustomerUnreachable, UnknownOutcome, CallFailed with the reason in words, OutboundError
 */
export async function send(
  context: ExternalContext,
  app: MessagingApp,
  address: string,
  { text: written, files: [file], buttons = [], delivery }: OutgoingMessage,
): Promise<string> {
  const { text, choices } = choicesOf(written, buttons, quickReplies);
  const messages = [
    ...(choices.length > 0 ? [asking(text, choices)] : textsWithin(text, app.longestBytes)),
    ...(file ? [fileMessage(context, app, file.attachment, delivery)] : []),
  ];
  return postAll(context, app, address, messages);
}

/** Asks for a rating by the scores as quick replies. Throws as `send`. */
export const askRating = (
  context: ExternalContext,
  app: MessagingApp,
  address: string,
  asked: AskedByChannel,
): Promise<string> => postAll(context, app, address, [asking(asked.question.text, ratingChoices(asked))]);

const asking = (text: string, choices: readonly Choice[]) => ({
  text,
  quick_replies: choices.map(({ id: payload, label }) => ({
    content_type: 'text',
    title: wholeStart(label, quickReplies.longestLabel),
    payload,
  })),
});

/** Returns the texts of one that is too long in bytes. */
function textsWithin(text: string, longestBytes = Number.POSITIVE_INFINITY): { text: string }[] {
  if (text === '') return [];
  if (Buffer.byteLength(text) <= longestBytes) return [{ text }];
  const halves = piecesOf(text, Math.ceil(text.length / 2));
  return halves.flatMap(([from, to]) => textsWithin(text.slice(from, to), longestBytes));
}

/** Meta fetches a file by its link; one that it doesn't show goes as the link. */
function fileMessage(context: ExternalContext, app: MessagingApp, file: Attachment, delivery: Delivered) {
  const url = deliveredFileAddress(context, file.id, delivery);
  const kind = Object.entries(app.shows).find(([beginning]) => (file.type ?? '').startsWith(beginning))?.[1];
  return kind ? { attachment: { type: kind, payload: { url } } } : { text: `${file.name}: ${url}` };
}

async function postAll(
  context: ExternalContext,
  app: MessagingApp,
  address: string,
  messages: readonly object[],
): Promise<string> {
  const ids: string[] = [];
  for (const message of messages) {
    try {
      ids.push(await post(context, app, address, message));
    } catch (error) {
      // Its beginning has arrived: all of it again would double that.
      if (ids.length > 0 && error instanceof Error)
        throw new UnknownOutcome(error.message, { transient: false, cause: error });
      throw error;
    }
  }
  const [first] = ids;
  if (first === undefined) throw new Error('A message without content was to be sent.');
  return first;
}

/** Sends one message; after a day as a person's answer, where Meta allows that. */
async function post(context: ExternalContext, app: MessagingApp, address: string, message: object): Promise<string> {
  const { graph, account } = await accountGraph(context, app);
  const { id: channel, name } = app.contract;
  await takeTurns(context, [{ ...perAccount, key: `${channel} ${account.accountId}` }]);
  const path = `${account.accountId}/messages`;
  const content = { recipient: { id: address }, message };
  const answer = await graph
    .call('POST', path, { ...content, messaging_type: 'RESPONSE' })
    .catch((error: unknown) => {
      if (!account.humanAgent || !isWindowClosed(error)) throw error;
      return graph.call('POST', path, { ...content, messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    })
    .catch(explainedBy(await context.settings.read(), app));
  const id = typeof answer === 'object' && answer !== null && 'message_id' in answer ? answer.message_id : undefined;
  if (typeof id !== 'string') throw new UnknownOutcome(localize('answered_empty', { name }), { transient: false });
  return id;
}
