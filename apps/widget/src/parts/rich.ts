/** Formatted text in the chat: loaded when there is a first message that has formatting. */
import { linkRel } from '@parley/contracts/text/links';
import { type RichNode, readRichText } from '@parley/contracts/text/rich-text';
import type { ComponentChildren, createElement } from 'preact';

import type { TalkMessage } from '../talk/talk.ts';
import { addStyles } from '../launcher/launcher.ts';
import { richStyles } from '../rich-styles.static.ts';

/**
 * Draws the formatted text of a message with the chat's own `h`, so that this part needs no second copy of what draws.
 * Files between its words have places there, which the code that draws files fills.
 */
export function formatted(
  h: typeof createElement,
  { markdown = '', attachments }: Pick<TalkMessage, 'markdown' | 'attachments'>,
): ComponentChildren {
  const placeOf = ({ file: id, alt }: Record<string, string>): ComponentChildren => {
    const file = attachments?.find((each) => each.id === id);
    if (!file) return `[${alt}]`;
    const small = file.thumbnails?.small;
    const style = small && `width:${small.width}px;min-height:0;aspect-ratio:${small.width}/${small.height}`;
    return h('span', { id, class: 'file', style });
  };
  const drawn = (nodes: readonly RichNode[]): ComponentChildren =>
    nodes.map((node) =>
      typeof node === 'string'
        ? node
        : node.attributes?.['file']
          ? placeOf(node.attributes)
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
