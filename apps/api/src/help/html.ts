/** An article as HTML for its page. */
import { htmlOf } from '@parley/contracts/text/rich-html';
import type { RichNode, RichTag } from '@parley/contracts/text/rich-text';

/** Elements that scroll by themselves where they are too wide do so by keys too. */
const attributes: Partial<Record<RichTag, string>> = {
  pre: ' tabindex="0"',
  img: ' loading="lazy"',
  th: ' scope="col"',
};

export const articleHtml = (nodes: readonly RichNode[]): string =>
  htmlOf(nodes, {
    attributesOf: (tag) => attributes[tag] ?? '',
    around: (tag, html) => (tag === 'table' ? `<div class="wide" tabindex="0">${html}</div>` : html),
  });
