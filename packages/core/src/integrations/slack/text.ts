/** Texts of Slack's messages: what a colleague has written there, and what is shown there. */
import { isFormatted, plainTextOf } from '@parley/contracts/text/plain-text';
import type { RichElement, RichNode } from '@parley/contracts/text/rich-text';
import { writeRichText } from '@parley/contracts/text/write-rich-text';
import { isObject, type Json, listOf, textOf } from '@parley/contracts/json';
import type { ThreadPost } from '../threads/product.ts';
import type { SlackPost } from './api.ts';

/** Escapes text for Slack: https://docs.slack.dev/messaging/formatting-message-text#escaping */
export const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Longest text of a block. */
const longestBlock = 3_000;
/** Characters of the text that notifications show. */
const longestNotification = 300;

type Shown = Omit<SlackPost, 'reference'>;

/** Writes a line, or a text as it is, without any formatting of its own, below the name of its author. */
export function slackPost(post: ThreadPost): Shown {
  if ('line' in post) return slackLine(post.line);
  const { author, text } = post;
  const parts = [];
  for (let at = 0; at < text.length; at += longestBlock) parts.push(text.slice(at, at + longestBlock));
  const files = post.files.map(({ name, url }) => `<${url}|${escapeForSlack(name)}>`).join('\n');
  const section = (type: 'plain_text' | 'mrkdwn', words: string) => ({
    type: 'section',
    text: { type, text: words, ...(type === 'plain_text' && { emoji: false }) },
  });
  return {
    text: escapeForSlack(`${author}: ${text}`.slice(0, longestNotification)),
    blocks: [
      { type: 'context', elements: [{ type: 'mrkdwn', text: `*${escapeForSlack(author)}*` }] },
      ...parts.map((part) => section('plain_text', part)),
      ...(files ? [section('mrkdwn', files.slice(0, longestBlock))] : []),
    ],
  };
}

/** Writes a line of ours, in Slack's formatting. */
export const slackLine = (text: string): Shown => ({
  text,
  blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text: text.slice(0, longestBlock) }] }],
});

/** Text that a colleague has written, and with formatting if it has any. */
export interface WrittenInSlack {
  content: string;
  markdown?: string;
}

/**
 * Reads a message's text from its blocks, which have the formatting as it was entered; from its plain text without them.
 */
export function writtenInSlack({ text, blocks }: { text?: unknown; blocks?: unknown }): WrittenInSlack {
  const rich = listOf(blocks).filter(({ type }) => type === 'rich_text');
  if (rich.length === 0) return { content: plain(textOf(text)) };
  const nodes = rich.flatMap(({ elements }) => listOf(elements).flatMap(nodesOf));
  return { content: plainTextOf(nodes).trim(), ...(isFormatted(nodes) && { markdown: writeRichText(nodes) }) };
}

/** Reads Slack's markup as plain text: `<https://…|words>`, `<@U1>`, `<#C1|name>`, `<!here>`. */
const plain = (text: string): string =>
  unescape(
    text
      .replaceAll(/<(https?:[^|>]+|mailto:[^|>]+)\|([^>]*)>/g, (_all, url: string, words: string) =>
        words === url || `mailto:${words}` === url ? words : `${words} (${url})`,
      )
      .replaceAll(/<[@#!][^|>]*\|([^>]*)>/g, '$1')
      .replaceAll(/<([@!])[^>]*>/g, '$1…')
      .replaceAll(/<([^>|]*)>/g, '$1'),
  ).trim();

const tagsOf: Record<string, 'strong' | 'em' | 's' | 'code'> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
};

function nodesOf(element: Json): RichNode[] {
  const inner = listOf(element['elements']);
  switch (element['type']) {
    case 'rich_text_list': {
      const items: RichElement[] = inner.map((item) => ({ tag: 'li', children: inlineOf(listOf(item['elements'])) }));
      return [{ tag: element['style'] === 'ordered' ? 'ol' : 'ul', children: items }];
    }
    case 'rich_text_quote':
      return [{ tag: 'blockquote', children: paragraphs(inlineOf(inner)) }];
    case 'rich_text_preformatted':
      return [{ tag: 'pre', children: [inner.map(({ text, url }) => textOf(text) || textOf(url)).join('')] }];
    default:
      return paragraphs(inlineOf(inner));
  }
}

/** Divides at empty lines; a single line break stays within its paragraph. */
function paragraphs(nodes: readonly RichNode[]): RichElement[] {
  const found: RichNode[][] = [[]];
  for (const node of nodes) {
    if (typeof node !== 'string') {
      found.at(-1)?.push(node);
      continue;
    }
    node.split(/\n{2,}/).forEach((part, index) => {
      if (index > 0) found.push([]);
      part.split('\n').forEach((line, number) => {
        if (number > 0) found.at(-1)?.push({ tag: 'br' });
        if (line !== '') found.at(-1)?.push(line);
      });
    });
  }
  return found.map(withoutOuterBreaks).flatMap((children) => (children.length > 0 ? [{ tag: 'p', children }] : []));
}

const isBreak = (node: RichNode | undefined): boolean => typeof node === 'object' && node.tag === 'br';

function withoutOuterBreaks(nodes: readonly RichNode[]): RichNode[] {
  const from = nodes.findIndex((node) => !isBreak(node));
  return from < 0 ? [] : nodes.slice(from, nodes.findLastIndex((node) => !isBreak(node)) + 1);
}

function inlineOf(elements: readonly Json[]): RichNode[] {
  return elements.flatMap((element): RichNode[] => {
    const node = wordsOf(element);
    if (node === '') return [];
    const style = isObject(element['style']) ? element['style'] : {};
    const wrapped = Object.entries(tagsOf).reduce<RichNode>(
      (inner, [name, tag]) => (style[name] === true ? { tag, children: [inner] } : inner),
      node,
    );
    return [wrapped];
  });
}

function wordsOf(element: Json): RichNode {
  const { type } = element;
  if (type === 'text') return textOf(element['text']);
  if (type === 'emoji') return emojiOf(element);
  if (type === 'link') {
    const href = textOf(element['url']);
    const words = textOf(element['text']);
    return words && words !== href ? { tag: 'a', attributes: { href }, children: [words] } : href;
  }
  if (type === 'broadcast') return `@${textOf(element['range'])}`;
  if (type === 'channel') return '#…';
  return type === 'user' || type === 'usergroup' ? '@…' : '';
}

/** Slack names an emoji, and gives its characters where it is one of Unicode's. */
function emojiOf({ unicode, name }: Json): string {
  const codes = textOf(unicode)
    .split('-')
    .map((code) => Number.parseInt(code, 16))
    .filter((code) => code > 0 && code <= 0x10_ff_ff);
  return codes.length > 0 ? String.fromCodePoint(...codes) : `:${textOf(name)}:`;
}
