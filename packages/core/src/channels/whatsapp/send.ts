/** Messages to customers, no faster than WhatsApp takes them and only within their window. */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Attachment } from '@parley/contracts/messages/attachments';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import type { Mark } from '../../text/marks.ts';
import { type AskedByChannel, type OutgoingFile, type OutgoingMessage } from '../customers/answers.ts';
import { UnknownOutcome } from '../customers/send-once.ts';
import { ratingChoices } from '../meta/choices.ts';
import { takeTurns } from '../customers/turns.ts';
import { choicesOf, interactive } from './buttons.ts';
import { explained, type NumberGraph, settingsGraph } from './graph.ts';
import { templateMessage } from './templates.ts';

/**
 * Limits: a message to a customer in six seconds, several at once at first, and 80 a second in all.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/overview#throughput
 */
const perCustomer = { name: 'whatsapp_customer', max: 10, perSeconds: 60, burst: 10 };
const perNumber = { name: 'whatsapp_number', max: 60, perSeconds: 1, burst: 20 };

/**
 * Sends a message and returns WhatsApp's id of it, of the file where it has one.
 * @throws CustomerUnreachable, UnknownOutcome, CallFailed with the reason in words, OutboundError
 */
export async function send(
  context: ExternalContext,
  address: string,
  { text: plain, marks, files, buttons = [], template, replyTo }: OutgoingMessage,
): Promise<string> {
  const graph = await settingsGraph(context);
  if (template) return post(context, graph, address, templateMessage(template, buttons));
  const [file] = files;
  const written = writeMarks(plain, marks);
  if (file) return post(context, graph, address, await fileMessage(graph, file, written), replyTo);
  const { text, choices } = choicesOf(written, buttons);
  return post(context, graph, address, choices.length > 0 ? interactive(text, choices) : textMessage(text), replyTo);
}

const textMessage = (body: string) => ({ type: 'text', text: { body, preview_url: true } });

/** Types that WhatsApp shows, and the bytes that it takes of each; others are documents. */
const shown: Readonly<Record<string, { as: 'image' | 'video' | 'audio'; mostBytes: number }>> = {
  'image/jpeg': { as: 'image', mostBytes: 5 * 1024 * 1024 },
  'image/png': { as: 'image', mostBytes: 5 * 1024 * 1024 },
  'video/mp4': { as: 'video', mostBytes: 16 * 1024 * 1024 },
  'audio/mpeg': { as: 'audio', mostBytes: 16 * 1024 * 1024 },
  'audio/mp4': { as: 'audio', mostBytes: 16 * 1024 * 1024 },
};

/** Each file is a message of its own. */
export const groupOf = ({ id }: Attachment): string => id;

/** Uploads a file and returns the message that shows it. Audio has no caption, which follows as a text elsewhere. */
async function fileMessage(graph: NumberGraph, { attachment, bytes }: OutgoingFile, caption: string) {
  const { name } = attachment;
  const type = attachment.type ?? 'application/octet-stream';
  const kind = shown[type];
  const as = kind && bytes.length <= kind.mostBytes && !(kind.as === 'audio' && caption !== '') ? kind.as : 'document';
  const parameters = { messaging_product: 'whatsapp', type };
  const uploaded = await graph.call('POST', `${graph.phoneNumberId}/media`, parameters, [
    { field: 'file', name, type, bytes },
  ]);
  const id = idIn(uploaded);
  if (id === undefined) throw new CallFailed(localize('answered_empty', { name: 'WhatsApp' }), { transient: true });
  return { type: as, [as]: { id, ...(as === 'document' && { filename: name }), ...(caption !== '' && { caption }) } };
}

/** Asks for a rating by a list of the scores. Throws as `send`. */
export async function askRating(context: ExternalContext, address: string, asked: AskedByChannel): Promise<string> {
  const { text } = asked.question;
  return post(context, await settingsGraph(context), address, interactive(text, ratingChoices(asked)));
}

/** Shows the newest of the team's reactions, for a number has one on a message; none without any. Throws as `send`. */
export async function react(
  context: ExternalContext,
  address: string,
  externalId: string,
  emoji: readonly string[],
): Promise<void> {
  const reaction = { message_id: externalId, emoji: emoji.at(-1) ?? '' };
  await post(context, await settingsGraph(context), address, { type: 'reaction', reaction });
}

async function post(
  context: ExternalContext,
  graph: NumberGraph,
  address: string,
  message: Readonly<Record<string, unknown>>,
  replyTo?: string,
): Promise<string> {
  await takeTurns(context, [
    { ...perCustomer, key: `${graph.phoneNumberId} ${address}` },
    { ...perNumber, key: graph.phoneNumberId },
  ]);
  const content = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: address,
    ...message,
    ...(replyTo !== undefined && { context: { message_id: replyTo } }),
  };
  const answer = await graph.call('POST', `${graph.phoneNumberId}/messages`, content).catch(explained);
  const sent = typeof answer === 'object' && answer !== null && 'messages' in answer ? answer.messages : undefined;
  const id = Array.isArray(sent) ? idIn(sent[0]) : undefined;
  if (id === undefined)
    throw new UnknownOutcome(localize('answered_empty', { name: 'WhatsApp' }), { transient: false });
  return id;
}

function idIn(answer: unknown): string | undefined {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** https://faq.whatsapp.com/539178204879377 */
const signs: Partial<Record<Mark['tag'], string>> = { strong: '*', em: '_', s: '~', code: '`', pre: '```' };

/** Writes formatting as WhatsApp reads it. */
function writeMarks(text: string, marks: readonly Mark[]): string {
  const opening = marks.map(({ tag, from, to }) => ({
    at: from,
    sign: signs[tag] ?? '',
    length: to - from,
    isEnd: false,
  }));
  const closing = marks.map(({ tag, from, to }) => ({
    at: to,
    sign: signs[tag] ?? '',
    length: to - from,
    isEnd: true,
  }));
  // From the end, so that earlier places stay; at one place the inner range is nearer to its text.
  const writes = [...opening, ...closing].toSorted(
    (one, other) =>
      other.at - one.at ||
      Number(one.isEnd) - Number(other.isEnd) ||
      (one.isEnd ? other.length - one.length : one.length - other.length),
  );
  let written = text;
  for (const { at, sign } of writes) written = written.slice(0, at) + sign + written.slice(at);
  return written;
}
