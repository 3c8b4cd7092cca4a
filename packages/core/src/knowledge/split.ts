/** Cuts a document into the passages that answers cite. */

export interface Piece {
  /** Headings above it, the outermost first. */
  headings: string[];
  text: string;
}

/** A passage ends at the next heading once it has so many tokens, and is cut when it has more than the other. */
const enoughTokens = 200;
const mostTokens = 400;
const mostHeadings = 6;
const longestHeading = 200;

const headingLine = /^(#{1,6})\s+(.+?)\s*#*$/;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** About how many tokens a model makes of it: four characters each, and one of scripts that are written without spaces. */
export function tokensOf(text: string): number {
  const single = text.match(spaceless)?.length ?? 0;
  return Math.ceil((text.length - single) / 4) + single;
}

/**
 * The passages of a Markdown text, of 200 to 400 tokens where the text allows it, each with the headings that it begins
 * under. A short section goes with the next one. Nothing of the text is left out but its headings, where a passage
 * begins with them.
 */
export function splitMarkdown(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  const path: { level: number; text: string }[] = [];
  let current: { headings: string[]; blocks: string[]; tokens: number } | null = null;

  const flush = (): void => {
    const text = current?.blocks.join('\n\n').trim() ?? '';
    if (current && text !== '') pieces.push({ headings: current.headings, text });
    current = null;
  };
  const add = (block: string): void => {
    const tokens = tokensOf(block);
    if (current && current.tokens + tokens > mostTokens) flush();
    current ??= { headings: path.slice(-mostHeadings).map(({ text }) => text), blocks: [], tokens: 0 };
    current.blocks.push(block);
    current.tokens += tokens;
  };

  for (const block of blocksOf(markdown)) {
    const [, marks, heading] = headingLine.exec(block) ?? [];
    if (marks === undefined || heading === undefined) {
      for (const part of tokensOf(block) > mostTokens ? cut(block) : [block]) add(part);
      continue;
    }
    const level = marks.length;
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
    const isBegun = current !== null && (current as { tokens: number }).tokens < enoughTokens;
    path.push({ level, text: heading.slice(0, longestHeading) });
    // A short section is joined with the next one, and that one's heading becomes a line of it.
    if (isBegun) add(heading.slice(0, longestHeading));
    else flush();
  }
  flush();
  return pieces;
}

/** Paragraphs, lists, headings and fenced code, each as a whole. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const end = (): void => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    if (fence === null && headingLine.test(line)) {
      end();
      blocks.push(line);
    } else if (fence === null && line.trim() === '') end();
    else lines.push(line);
  }
  end();
  return blocks;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

const tableRow = /^\s*\|.*\|\s*$/;
const tableRule = /^\s*\|[\s|:-]+\|\s*$/;

/** Returns the heads of a table, with the rule below them, and its rows; undefined for any other block. */
function tableIn(block: string): { heads: string; rows: string[] } | undefined {
  const [heads = '', rule = '', ...rows] = block.split('\n');
  if (!tableRule.test(rule) || !tableRow.test(heads) || !rows.every((row) => tableRow.test(row))) return undefined;
  return { heads: `${heads}\n${rule}`, rows };
}

/** A long table in parts of whole rows, each with its heads. */
function cutTable({ heads, rows }: { heads: string; rows: readonly string[] }): string[] {
  const parts: string[] = [];
  let part = heads;
  for (const row of rows) {
    if (part !== heads && tokensOf(`${part}\n${row}`) > mostTokens) {
      parts.push(part);
      part = heads;
    }
    part = `${part}\n${row}`;
  }
  return [...parts, part];
}

/**
 * A long block in parts of whole sentences, or of so many characters where one alone is too long; a table in parts of
 * whole rows.
 */
function cut(block: string): string[] {
  const table = tableIn(block);
  if (table && [table.heads, ...table.rows].every((line) => tokensOf(line) < mostTokens / 2)) return cutTable(table);
  const parts: string[] = [];
  let part = '';
  for (const { segment } of sentences.segment(block)) {
    for (const bit of segment.match(/[^]{1,400}/gu) ?? []) {
      if (part !== '' && tokensOf(part + bit) > mostTokens) {
        parts.push(part.trim());
        part = '';
      }
      part += bit;
    }
  }
  parts.push(part.trim());
  return parts.filter((each) => each !== '');
}
