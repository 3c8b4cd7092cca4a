/** Posting to Slack and to boards: both take the same incoming-webhook shape. */
import type { Outbound } from '@parley/service/outbound';
import { expectSuccess, secretsOf, wordsOnly } from '../external/answer.ts';

export interface ChatPost {
  /** Event in one line. */
  title: string;
  customer: string;
  website: string;
  /** The customer's message, or the hand-off packet. */
  text: string;
  /** The conversation in the dashboard. */
  url: string;
}

/**
 * Escapes text for Slack: https://docs.slack.dev/messaging/formatting-message-text#escaping. Other boards notify
 * everyone for an `@all` in plain text; an invisible space after the sign prevents it.
 */
const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=\**(?:all|channel|everyone|here|topic)\b)/gi, '@\u200B');

const longestText = 1_500;
const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

/** The JSON both take. `channel` is only sent when given: newer webhooks have theirs built in. */
export function chatPostBody(post: ChatPost, channel: string): Record<string, unknown> {
  const quoted = escape(cut(post.text)).replaceAll('\n', '\n>');
  return {
    ...(channel.trim() ? { channel: channel.trim() } : {}),
    text: `*${escape(post.title)}*\n${escape(post.customer)} · ${escape(post.website)}\n>${quoted}\n<${post.url}|Open the conversation>`,
    // For receivers that read fields instead of text.
    title: post.title,
    customer: post.customer,
    website: post.website,
    message: cut(post.text),
    url: post.url,
    unfurl_links: false,
  };
}

export interface ChatTarget {
  webhookUrl: string;
  channel: string;
}

/**
 * Posts the notice and returns the beginning of the answer. `idempotencyKey` is equal for every attempt.
 * @throws CallFailed, OutboundError
 */
export async function sendChatPost(
  outbound: Outbound,
  target: ChatTarget,
  post: ChatPost,
  idempotencyKey: string,
): Promise<{ status: number; text: string }> {
  const answer = await outbound.request(target.webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(chatPostBody(post, target.channel)),
    ...wordsOnly,
  });
  expectSuccess(new URL(target.webhookUrl).host, answer, secretsOf(target.webhookUrl));
  return answer;
}
