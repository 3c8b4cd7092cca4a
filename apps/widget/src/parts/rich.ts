/** Formatted text in the chat: loaded when there is a first message that has formatting. */
import { linkRel } from '@parley/contracts/text/links';
import { type RichNode, readRichText } from '@parley/contracts/text/rich-text';
import type { ComponentChildren, createElement } from 'preact';

import { addStyles } from '../launcher/launcher.ts';
import { richStyles } from '../rich-styles.static.ts';

/** Draws a formatted text with the chat's own `h`, so that this part needs no second copy of what draws. */
export function formatted(h: typeof createElement, markdown: string): ComponentChildren {
  const drawn = (nodes: readonly RichNode[]): ComponentChildren =>
    nodes.map((node) =>
      typeof node === 'string'
        ? node
        : h(
            node.tag,
            { ...node.attributes, ...(node.tag === 'a' && { target: '_blank', rel: linkRel }) },
            drawn(node.children ?? []),
          ),
    );
  return h('div', { class: 'rich' }, drawn(readRichText(markdown)));
}

/** Returns what draws formatted texts, once the chat in `root` has their styles. */
export function startRich(root: ShadowRoot): typeof formatted {
  addStyles(root, richStyles);
  return formatted;
}
