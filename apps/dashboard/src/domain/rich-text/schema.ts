/** The editor's document: the formatted text of docs/markdown.md, one paragraph for each line. */
import { isSafeHref } from '@parley/contracts/text/links';
import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';

const code: DOMOutputSpec = ['code', 0];

/** `parseDOM` is what pasted HTML becomes; what it doesn't name leaves its words. */
const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    group: 'block',
    content: 'inline*',
    parseDOM: ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
    toDOM: () => ['p', 0],
  },
  bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  orderedList: {
    group: 'block',
    content: 'listItem+',
    attrs: { start: { default: 1 } },
    parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ start: Number(list.getAttribute('start')) || 1 }) }],
    toDOM: ({ attrs }) => ['ol', { start: String(attrs['start']) }, 0],
  },
  listItem: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  codeBlock: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', code],
  },
  text: { group: 'inline' },
  /** A file of the message: its key while it is uploaded, then its id. */
  picture: {
    group: 'inline',
    inline: true,
    draggable: true,
    attrs: { file: {}, name: { default: '' } },
    parseDOM: [
      {
        tag: 'img[data-file]',
        getAttrs: (image) => ({ file: image.dataset['file'] ?? '', name: image.getAttribute('alt') ?? '' }),
      },
    ],
    toDOM: ({ attrs }) => ['img', { 'data-file': String(attrs['file']), alt: String(attrs['name']) }],
  },
  hardBreak: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>;

const isBold = (weight: string): null | false => (/^(?:bold(?:er)?|[6-9]\d\d)$/.test(weight) ? null : false);

const marks = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (link) => {
          const href = link.getAttribute('href') ?? '';
          return isSafeHref(href) ? { href } : false;
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: String(attrs['href']), rel: 'noopener noreferrer' }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps what it copies in one that isn't bold.
      { tag: 'b', getAttrs: (element) => (element.style.fontWeight === 'normal' ? false : null) },
      { style: 'font-weight', getAttrs: isBold },
    ],
    toDOM: () => ['strong', 0],
  },
  em: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  s: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['s', 0],
  },
  code: { excludes: 'strong em s link', parseDOM: [{ tag: 'code' }, { tag: 'kbd' }], toDOM: () => code },
} satisfies Record<string, MarkSpec>;

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({ nodes, marks });
