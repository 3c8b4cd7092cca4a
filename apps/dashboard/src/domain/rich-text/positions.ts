/** Between the editor's positions and the characters of its plain text. */
import type { Node } from 'prosemirror-model';

/** Stands for a picture; Unicode has it for objects within a text. */
const picture = '\u{FFFC}';

/** The words of a document, a line for each paragraph. */
export const textOf = (doc: Node, to = doc.content.size): string =>
  doc.textBetween(0, to, '\n', (leaf) => (leaf.type.name === 'picture' ? picture : '\n'));

/** Returns the position of the character at `offset` of `textOf`, or the end of the document. */
export function positionAt(doc: Node, offset: number): number {
  let before = 0;
  let isFirst = true;
  let found: number | undefined;
  let end = 0;
  doc.descendants((node, position) => {
    if (found !== undefined) return false;
    if (!node.isTextblock) return true;
    if (isFirst) isFirst = false;
    else before += 1;
    const { size } = node.content;
    // Text, pictures and line breaks: one position for each character.
    if (offset <= before + size) found = position + 1 + Math.max(0, offset - before);
    before += size;
    end = position + 1 + size;
    return false;
  });
  return found ?? end;
}
