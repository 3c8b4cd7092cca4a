/** Checks and composes the text of messages, notes and canned replies. */
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import { wholeStart } from '@parley/contracts/text/clean-line';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { fieldProblem, type Problem } from '@parley/contracts/problems';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import { isFormatted, plainText } from '@parley/contracts/text/plain-text';
import { readRichText } from '@parley/contracts/text/rich-text';

/** Trims the content. @throws Problem `invalid` for an empty, too long or malformed one */
export function cleanContent(content: string): string {
  const trimmed = content.trim();
  if (trimmed === '') throw noMessage(localize('message_empty'));
  if (trimmed.length > messageMaxLength) throw noMessage(localize('message_too_long', { count: messageMaxLength }));
  if (trimmed.includes('\0')) throw noMessage(localize('message_with_nul'));
  if (!trimmed.isWellFormed()) throw noMessage(localize('message_no_unicode'));
  return trimmed;
}

const noMessage = (words: Text, path = 'content'): Problem => fieldProblem('invalid', path, words);

interface Content {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  /** The text with formatting, which `content` is derived from then. */
  markdown?: string | undefined;
  attachments?: AttachmentInputs | undefined;
}

/** Trims the content, which may be empty where there are attachments. @throws Problem `invalid` as `cleanContent` */
export function cleanDraft({ markdown, content: given = '', attachments }: Content): string {
  const content = markdown === undefined ? given : plainText(markdown);
  const ids = attachments?.map(({ id }) => id) ?? [];
  if (new Set(ids).size < ids.length) throw noMessage('A message brings a file once.', 'attachments');
  return attachments && content.trim() === '' ? '' : cleanContent(content);
}

/**
 * Returns the text with formatting to store beside its content; nothing for a text without any.
 * @throws Problem `invalid` as `cleanContent`
 */
export function cleanMarkdown({ markdown }: Content): { markdown?: string } {
  if (markdown === undefined || !isFormatted(readRichText(markdown))) return {};
  const trimmed = markdown.trim();
  if (trimmed.length > markdownMaxLength) throw noMessage(localize('message_too_long', { count: messageMaxLength }));
  return { markdown: trimmed };
}
/** Marks and escapes may be as long as the text itself. */
const markdownMaxLength = 2 * messageMaxLength;

/** Maximum number of names below one text. */
const mostNames = 50;

/** Adds the names of files that are not stored below a text; a long text is cut, the names stay. */
export function withNames(text: string, names: readonly string[]): string {
  const lines = names.slice(0, mostNames).map((name) => `[${name}]`);
  if (names.length > mostNames) lines.push(`[+${names.length - mostNames}]`);
  const below = lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
  const room = messageMaxLength - below.length;
  return `${text.length > room ? `${wholeStart(text, room - 1)}…` : text}${below}`.trim();
}
