/** Part of Markdown that our own documentation uses, as blocks. Pure; markdown.tsx renders them. */
export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'code'; text: string };

/** Returns the anchor of a heading: `AI Assistant` → `ai-assistant`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

const listItem = /^\s*(?:[-*]|\d+\.)\s+/;
const startsBlock = (line: string): boolean => /^(#{1,6}\s|```|\|)/.test(line) || listItem.test(line);

/** Reads a text into blocks. */
export function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (wanted: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && wanted(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = line.match(/^(#{1,6})\s+(.*)$/);
    if (!line.trim()) at += 1;
    else if (heading) {
      const [, marks = '', words = ''] = heading;
      blocks.push({ kind: 'heading', level: marks.length, text: words, id: anchorOf(words) });
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      blocks.push({ kind: 'code', text: takeWhile((each) => !each.startsWith('```')).join('\n') });
      at += 1;
    } else if (line.startsWith('|')) {
      const table = takeWhile((each) => each.startsWith('|')).map(cellsOf);
      // The second line is only the rule.
      blocks.push({ kind: 'table', head: table[0] ?? [], rows: table.slice(2) });
    } else if (listItem.test(line)) {
      const items: string[] = [];
      for (const each of takeWhile((one) => listItem.test(one) || /^\s{2,}\S/.test(one))) {
        if (listItem.test(each)) items.push(each.replace(listItem, ''));
        else items.push(`${items.pop() ?? ''} ${each.trim()}`);
      }
      blocks.push({ kind: 'list', ordered: /^\s*\d/.test(line), items });
    } else {
      at += 1;
      const more = takeWhile((each) => each.trim() !== '' && !startsBlock(each));
      blocks.push({ kind: 'paragraph', text: [line, ...more].join(' ') });
    }
  }
  return blocks;
}
