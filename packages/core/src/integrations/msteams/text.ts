/** Texts of messages in Teams: what a colleague has written there, and what is shown there. */
import { isFormatted, plainTextOf } from '@parley/contracts/text/plain-text';
import { escapeHtml } from '@parley/contracts/text/rich-html';
import { readRichText } from '@parley/contracts/text/rich-text';
import { writeRichText } from '@parley/contracts/text/write-rich-text';
import { markdownOf } from '../../knowledge/read-html.ts';
import { type Json, listOf, textOf } from '@parley/contracts/json';
import type { Marks, ThreadPost } from '../threads/product.ts';

const withBreaks = (escaped: string): string => escaped.replaceAll(/\r?\n/g, '<br>');

export const msteamsMarks: Marks = {
  plain: escapeHtml,
  strong: (escaped) => `<b>${escaped}</b>`,
  link: (url, words) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`,
  time: (at) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
};

/** UTF-16 units that are shown of a text: Teams takes some 28 KB. */
const longestShown = 8_000;
/** Characters of the text that notifications show. */
const longestNotification = 300;

/** A sentence for one person, with a link to the thread that it is about. */
interface Hint {
  hint: string;
  channelId: string;
  threadId: string;
}

/** Writes a message: https://learn.microsoft.com/microsoftteams/platform/bots/how-to/format-your-bot-messages */
export function msteamsMessage(post: ThreadPost | Hint): Json {
  const message = (html: string, summary?: string): Json => ({
    type: 'message',
    textFormat: 'xml',
    text: withBreaks(html),
    ...(summary !== undefined && { summary: summary.slice(0, longestNotification) }),
  });
  const { plain, strong, link } = msteamsMarks;
  if ('line' in post) return message(post.line);
  if ('hint' in post) return message(`${plain(post.hint)}\n${link(threadUrl(post), 'Open the thread')}`);
  const { author, text, files } = post;
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  const links = files.map(({ name, url }) => link(url, name));
  return message([strong(plain(author)), plain(shown), ...links].filter(Boolean).join('\n'), `${author}: ${text}`);
}

/** Returns the address of a thread's first message: https://learn.microsoft.com/microsoftteams/platform/concepts/build-and-test/deep-link-teams */
function threadUrl({ channelId, threadId }: Hint): string {
  const messageId = messageIdOf(threadId);
  return `https://teams.microsoft.com/l/message/${encodeURIComponent(channelId)}/${encodeURIComponent(messageId)}`;
}

/** Returns the id of a thread's first message, which the thread's id ends with. */
export const messageIdOf = (threadId: string): string => threadId.split(';messageid=')[1] ?? '';

/** Longest text that is read with its formatting; a longer one is taken as plain text. */
const longestFormatted = 50_000;

/** Reads the text of a message, without mentions of the app itself. */
export function writtenInTeams(activity: Json, botId: string): { content: string; markdown?: string } {
  const html = listOf(activity['attachments']).find(({ contentType }) => contentType === 'text/html');
  const rich = textOf(html?.['content']);
  if (rich === '' || rich.length > longestFormatted) return { content: plainOf(activity, botId) };
  const nodes = readRichText(markdownOf(withoutMentions(rich, activity, botId), null));
  const content = plainTextOf(nodes).trim();
  return { content, ...(isFormatted(nodes) && { markdown: writeRichText(nodes) }) };
}

/** Removes `<at id="0">Parley</at>` where it names the app; other mentions stay as names. */
function withoutMentions(html: string, activity: Json, botId: string): string {
  const names = mentionsOf(activity, botId);
  return html.replaceAll(/<at\b[^>]*>([^<]*)<\/at>(?:&nbsp;|\s)*/g, (_all, name: string) =>
    names.has(name) ? '' : `@${name} `,
  );
}

function plainOf(activity: Json, botId: string): string {
  const names = mentionsOf(activity, botId);
  return textOf(activity['text'])
    .replaceAll(/<at\b[^>]*>([^<]*)<\/at>/g, (_all, name: string) => (names.has(name) ? '' : `@${name}`))
    .trim();
}

/** Returns the names by which a message mentions the app. */
const mentionsOf = (activity: Json, botId: string): ReadonlySet<string> =>
  new Set(
    listOf(activity['entities']).flatMap(({ type, mentioned, text }) => {
      const isApp = type === 'mention' && typeof mentioned === 'object' && mentioned !== null;
      if (!isApp || !('id' in mentioned) || mentioned.id !== botId) return [];
      return [textOf(text).replaceAll(/<[^>]*>/g, '')];
    }),
  );
