/**
 * The little language of canned replies. It looks values up and nothing else: no conditions, no loops, no filters, so
 * that nothing typed into a reply, or by a customer, is ever run.
 *
 *     {{ customer.name }}             what is known of the conversation
 *     {{ customer.name | "there" }}   the same, or this where nothing is known
 *     {{? order number }}             a blank: the sender has to fill it in
 *     {{ "{{" }}                      two braces
 *
 * Where nothing is known and nothing is given instead, a variable becomes a blank of its name. Read from left to right
 * once: no text takes longer than its length.
 */

import { englishOf, type LocalizedText, type MessageKey } from '../i18n/server-texts.ts';

/** Variables of replies, each with an example. */
export const replyVariables = {
  'customer.name': 'Jane Roe',
  'customer.firstName': 'Jane',
  'customer.email': 'jane@example.com',
  'representative.name': 'Ada Byron',
  'representative.firstName': 'Ada',
  'representative.email': 'ada@example.com',
  website: 'shop.example.com',
  'website.name': 'The Shop',
  'page.title': 'Cart',
  'page.url': 'https://shop.example.com/cart',
  'conversation.id': '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11',
} as const;
export type ReplyVariable = keyof typeof replyVariables;
export const replyVariableNames = Object.keys(replyVariables) as ReplyVariable[];

/** Known values; null and empty ones count as unknown. */
export type ReplyValues = Partial<Record<ReplyVariable, string | null>>;

/** Returns the first word of a name. */
export const firstNameOf = (name: string | null | undefined): string | null => name?.trim().split(/\s+/)[0] || null;

type Part =
  | { type: 'text'; text: string }
  | { type: 'variable'; name: ReplyVariable; fallback: string | null }
  | { type: 'blank'; label: string };

/** A longer expression is text with an unclosed brace. */
const expressionMaxLength = 300;

const isVariable = (name: string): name is ReplyVariable => Object.hasOwn(replyVariables, name);

/** `"this"`, in straight quotes or those that phones and word processors make of them. */
function quoted(text: string): string | undefined {
  const isQuoted = text.length >= 2 && '"“„'.includes(text.charAt(0)) && '"”“'.includes(text.charAt(text.length - 1));
  return isQuoted ? text.slice(1, -1) : undefined;
}

/** Returns the message key alone: the English is looked up where it is needed, and is not in every script. */
const fault = (code: MessageKey, values: LocalizedText['values']): LocalizedText => ({ code, values });

function partOf(expression: string): Part | { fault: LocalizedText } {
  const written = expression.trim();
  if (written.startsWith('?')) {
    const label = written.slice(1).trim();
    const isLabel = label !== '' && !label.includes('{') && !label.includes('\n');
    return isLabel
      ? { type: 'blank', label }
      : { fault: fault('blank_without_name', { example: '{{?order number}}' }) };
  }
  const literal = quoted(written);
  if (literal !== undefined) return { type: 'text', text: literal };
  const [named = '', ...rest] = written.split('|');
  const name = named.trim();
  if (!isVariable(name)) return { fault: fault('variable_unknown', { name }) };
  if (rest.length === 0) return { type: 'variable', name, fallback: null };
  const fallback = quoted(rest.join('|').trim());
  return fallback === undefined
    ? { fault: fault('fallback_without_quotes', { name, example: `{{${name} | "there"}}` }) }
    : { type: 'variable', name, fallback };
}

function parse(template: string): { parts: Part[]; faults: LocalizedText[] } {
  const parts: Part[] = [];
  const faults: LocalizedText[] = [];
  let from = 0;
  for (;;) {
    const open = template.indexOf('{{', from);
    if (open < 0) break;
    parts.push({ type: 'text', text: template.slice(from, open) });
    const close = template.indexOf('}}', open + 2);
    if (close < 0 || close - open > expressionMaxLength) {
      faults.push(fault('braces_open', { open: '{{', close: '}}' }));
      parts.push({ type: 'text', text: '{{' });
      from = open + 2;
      continue;
    }
    const part = partOf(template.slice(open + 2, close));
    if ('fault' in part) faults.push(part.fault);
    parts.push('fault' in part ? { type: 'text', text: template.slice(open, close + 2) } : part);
    from = close + 2;
  }
  parts.push({ type: 'text', text: template.slice(from) });
  return { parts, faults };
}

/** Returns the errors in a template, each once, for its author; empty if there are none. */
export function templateFaults(template: string): LocalizedText[] {
  return [...new Map(parse(template).faults.map((each) => [englishOf(each), each])).values()];
}

const blank = (label: string): string => `{{?${label}}}`;

/** Returns the values as text for a template in Markdown, whatever signs of Markdown they have. */
export const markdownValues = (values: ReplyValues): ReplyValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value && asMarkdown(value)]));

const asMarkdown = (value: string): string =>
  value.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_~[\]<>#|!]/g, (sign) => `\\${sign}`);

/**
 * Returns the text with known values filled in. Unknown ones and blanks stay as `{{?name}}` for the author. Text that
 * was filled in is never read as a template again.
 */
export const fillTemplate = (template: string, values: ReplyValues): string =>
  parse(template)
    .parts.map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'blank') return blank(part.label);
      return values[part.name]?.trim() || (part.fallback ?? blank(part.name));
    })
    .join('');

/** Blank in a text: its label and position (`end` exclusive). */
export interface Blank {
  label: string;
  start: number;
  end: number;
}

/** The first blank at or behind a place. */
export function blankIn(text: string, from = 0): Blank | undefined {
  for (let start = text.indexOf('{{?', from); start >= 0; start = text.indexOf('{{?', start + 3)) {
    const end = text.indexOf('}}', start + 3) + 2;
    const label = text.slice(start + 3, end - 2).trim();
    if (end < 2) return undefined;
    if (end - start <= expressionMaxLength && label !== '' && !label.includes('\n') && !label.includes('{')) {
      return { label, start, end };
    }
  }
  return undefined;
}
