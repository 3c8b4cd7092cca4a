/** Other products' placeholders (`{{contact.name | default: "there"}}`) as ours. */
import type { ReplyVariable } from '@parley/contracts/messages/reply-template';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';

export type Names = Readonly<Record<string, ReplyVariable>>;

/**
 * Converts a text into our template language; an unknown variable becomes a blank of its name, and `changes` lists it.
 * `fallbackWord` is the other product's keyword for a fallback value: `default`, `fallback`.
 */
export function adoptPlaceholders(
  text: string,
  names: Names,
  fallbackWord: string,
): { text: string; changes: LocalizedText[] } {
  const changes: LocalizedText[] = [];
  let adopted = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('{{', from);
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2);
    if (close < 0) break;
    const [written = '', ...filters] = text.slice(open + 2, close).split('|');
    const name = written.trim();
    const ours = Object.hasOwn(names, name) ? names[name] : undefined;
    const fallback = fallbackOf(filters, fallbackWord);
    if (!ours) changes.push(localize('became_blank', { placeholder: `{{${name}}}` }));
    adopted += text.slice(from, open);
    adopted += ours ? `{{${ours}${fallback === undefined ? '' : ` | "${fallback}"`}}}` : `{{?${blankName(name)}}}`;
    from = close + 2;
  }
  if (text.includes('{%')) changes.push(localize('liquid_left', { tags: '{% … %}' }));
  return { text: adopted + text.slice(from).replaceAll('{{', '{{ "{{" }}'), changes };
}

/** `default: 'there'` → `there` */
function fallbackOf(filters: readonly string[], word: string): string | undefined {
  const filter = filters.map((each) => each.trim()).find((each) => each.startsWith(word));
  const value = filter?.slice(filter.indexOf(':') + 1).trim();
  return value && value.length >= 2 && /^["'“]/.test(value) ? value.slice(1, -1).replaceAll('"', '”') : undefined;
}

const blankName = (name: string): string => name.replaceAll(/[{}?\n]/g, ' ').trim() || 'text';
