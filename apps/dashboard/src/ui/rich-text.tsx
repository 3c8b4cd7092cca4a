import { linkRel } from '@parley/contracts/text/links';
import { type RichElement, type RichNode, richTags } from '@parley/contracts/text/rich-text';
import { createElement, type ReactNode } from 'react';

const allowed = new Set<string>(richTags);

/** Renders a formatted text. Links open beside the page, so that nothing that was typed is lost. */
export const drawn = (nodes: readonly RichNode[]): ReactNode[] =>
  nodes.map((node, index) => (typeof node === 'string' ? node : drawnElement(node, index)));

function drawnElement({ tag, attributes = {}, children = [] }: RichElement, key: number): ReactNode {
  if (!allowed.has(tag)) return null;
  const more = tag === 'a' ? { target: '_blank', rel: linkRel } : {};
  return createElement(tag, { key, ...attributes, ...more }, ...drawn(children));
}
