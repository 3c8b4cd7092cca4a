import { type HelpElement, type HelpNode, helpTags } from '@parley/contracts/knowledge/help';
import { createElement, type ReactNode } from 'react';

const allowed = new Set<string>(helpTags);

/** Renders an article's tree as on its page; links of a preview do not lead away from edits. */
export const drawn = (nodes: readonly HelpNode[]): ReactNode[] =>
  nodes.map((node, index) => (typeof node === 'string' ? node : drawnElement(node, index)));

function drawnElement({ tag, attributes = {}, children = [] }: HelpElement, key: number): ReactNode {
  if (!allowed.has(tag)) return null;
  const more = tag === 'a' ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return createElement(tag, { key, ...attributes, ...more }, ...drawn(children));
}
