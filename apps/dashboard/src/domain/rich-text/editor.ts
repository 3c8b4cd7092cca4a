/** The editor of formatted text: ProseMirror with the schema of our subset, behind the face of a text area. */
import { isSafeHref } from '@parley/contracts/text/links';
import { plainTextOf } from '@parley/contracts/text/plain-text';
import { readRichText } from '@parley/contracts/text/rich-text';
import { writeRichText } from '@parley/contracts/text/write-rich-text';
import { baseKeymap, chainCommands, lift, setBlockType, splitBlock, toggleMark, wrapIn } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { DOMParser, type Fragment, type MarkType, type Node, Slice } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { EditorField } from '../../ui/text-field.ts';
import { docOf, docOfText, richOf } from './convert.ts';
import { createPictures, type ShownPicture } from './pictures.ts';
import { positionAt, textOf } from './positions.ts';
import { schema } from './schema.ts';

const { bulletList, orderedList, listItem, blockquote, codeBlock, paragraph, picture } = schema.nodes;
const { strong, em, s, code, link } = schema.marks;

/** Formats of the toolbar and the keys. A link has an address, or is removed without one. */
export const formats = ['strong', 'em', 's', 'link', 'bulletList', 'orderedList', 'blockquote', 'code'] as const;
export type Format = (typeof formats)[number];

export interface EditorOptions {
  /** Element that the editor is drawn in. */
  place: HTMLElement;
  /** Attributes of the element that is written in. */
  attributes: Record<string, string>;
  /** The text to begin with: Markdown, or text without formatting. */
  text: string;
  isMarkdown: boolean;
  onChange: () => void;
  /** Called when the selection or the formats at it have changed. */
  onSelect: () => void;
  /** Called before the editor's own keys; true where the key was taken. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  onPaste: (event: ClipboardEvent) => boolean;
}

/** A file between the words, under the name that its plain form has. */
export interface PlacedPicture {
  file: string;
  name: string;
}

/** Point of the window. */
export interface Place {
  x: number;
  y: number;
}

export interface Editor extends EditorField {
  /** Switches a format of the selection on or off. */
  toggle(format: Exclude<Format, 'link'>): void;
  /** Makes the selection a link, or no link with null. False for an address that can't be one. */
  setLink(href: string | null): boolean;
  /** Address of the link at the caret. */
  linkHere(): string | null;
  has(format: Format): boolean;
  pasteHtml(html: string): void;
  /** Puts pictures in place of the selection, or at a point. */
  place(pictures: readonly PlacedPicture[], at?: Place): void;
  /** Files of the pictures, in their order. */
  files(): string[];
  /** Shows pictures by the addresses of their files. */
  showPictures(addresses: ReadonlyMap<string, ShownPicture>): void;
  destroy(): void;
}

/** Parses Markdown, or text without formatting, into a document. */
const docFrom = (text: string, isMarkdown: boolean): Node => (isMarkdown ? docOf(readRichText(text)) : docOfText(text));

/** Copied content may be part of a line. */
const docWith = (content: Fragment): Node =>
  schema.nodes.doc.create(null, content.firstChild?.isBlock ? content : paragraph.create(null, content));

/** Returns true for pasted HTML with formatting that a message can have. */
export function isFormattedHtml(html: string): boolean {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  const doc = DOMParser.fromSchema(schema).parse(body);
  let isFormatted = false;
  doc.descendants((node) => {
    isFormatted ||= node.marks.length > 0 || (node.isBlock && node.type !== paragraph);
    return !isFormatted;
  });
  return isFormatted;
}

const isIn = (state: EditorState, name: string): boolean => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return true;
  return false;
};

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return !!type.isInSet(storedMarks ?? $from.marks());
  return doc.rangeHasMark(from, to, type);
}

/** The other kind of list takes the place of one; the same kind is left. */
const toggleList =
  (type: typeof bulletList): Command =>
  (state, dispatch) => {
    const isOther = isIn(state, type === bulletList ? 'orderedList' : 'bulletList');
    if (isIn(state, type.name)) return liftListItem(listItem)(state, dispatch);
    if (!isOther) return wrapInList(type)(state, dispatch);
    const { $from } = state.selection;
    for (let { depth } = $from; depth > 0; depth -= 1) {
      const node = $from.node(depth);
      if (node.type !== bulletList && node.type !== orderedList) continue;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type));
      return true;
    }
    return false;
  };

const commands: Record<Exclude<Format, 'link'>, Command> = {
  strong: toggleMark(strong),
  em: toggleMark(em),
  s: toggleMark(s),
  bulletList: toggleList(bulletList),
  orderedList: toggleList(orderedList),
  blockquote: (state, dispatch) => (isIn(state, 'blockquote') ? lift : wrapIn(blockquote))(state, dispatch),
  // Some words are code within the line, several lines are a block.
  code: (state, dispatch) => {
    const { $from, $to } = state.selection;
    if ($from.parent.type === codeBlock) return setBlockType(paragraph)(state, dispatch);
    if ($from.sameParent($to)) return toggleMark(code)(state, dispatch);
    return toBlockOfCode(state, dispatch);
  },
};

const toBlockOfCode: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to);
  if (!range) return false;
  const lines = state.doc.textBetween(range.start, range.end, '\n', '\n');
  dispatch?.(state.tr.replaceRangeWith(range.start, range.end, codeBlock.create(null, schema.text(lines || ' '))));
  return true;
};

const newLine: Command = chainCommands(
  (state, dispatch) => {
    if (state.selection.$from.parent.type !== codeBlock) return false;
    dispatch?.(state.tr.insertText('\n').scrollIntoView());
    return true;
  },
  splitListItem(listItem),
  // An empty item ends its list, an empty line its quotation.
  liftListItem(listItem),
  (state, dispatch) =>
    state.selection.$from.parent.content.size === 0 && isIn(state, 'blockquote') ? lift(state, dispatch) : false,
  splitBlock,
);

const { Enter: _enter, ...editing } = baseKeymap;

export function createEditor(options: EditorOptions): Editor {
  const { place, attributes, text, isMarkdown, onChange, onSelect, onKeyDown, onPaste } = options;
  const state = EditorState.create({
    doc: docFrom(text, isMarkdown),
    plugins: [
      inputRules({
        rules: [
          wrappingInputRule(/^\s*[-+*]\s$/, bulletList),
          wrappingInputRule(/^(\d{1,4})[.)]\s$/, orderedList, ([, start]) => ({ start: Number(start) })),
          wrappingInputRule(/^\s*>\s$/, blockquote),
          textblockTypeInputRule(/^```$/, codeBlock),
        ],
      }),
      keymap({
        'Mod-z': undo,
        'Mod-y': redo,
        'Mod-Shift-z': redo,
        'Mod-b': commands.strong,
        'Mod-i': commands.em,
        'Mod-Shift-x': commands.s,
        'Mod-e': commands.code,
        'Mod-Shift-7': commands.orderedList,
        'Mod-Shift-8': commands.bulletList,
        'Mod-Shift-9': commands.blockquote,
        'Shift-Enter': newLine,
        Backspace: undoInputRule,
        Tab: sinkListItem(listItem),
        'Shift-Tab': liftListItem(listItem),
      }),
      keymap(editing),
      history(),
    ],
  });
  const pictures = createPictures();
  const view: EditorView = new EditorView(place, {
    state,
    attributes,
    nodeViews: { picture: (node) => pictures.draw(node) },
    handleKeyDown: (_view, event) => !event.isComposing && onKeyDown(event),
    handlePaste: (_view, event) => onPaste(event),
    clipboardTextSerializer: ({ content }) => plainTextOf(richOf(docWith(content))),
    clipboardTextParser: (pasted) => new Slice(docOfText(pasted.replaceAll(/\r\n?/g, '\n')).content, 1, 1),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) {
        place.dispatchEvent(new Event('input', { bubbles: true }));
        onChange();
      }
      onSelect();
    },
  });

  const select = (start: number, end: number): void => {
    const { doc } = view.state;
    const selection = TextSelection.create(doc, positionAt(doc, start), positionAt(doc, end));
    view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  };
  const run = (command: Command): void => {
    command(view.state, view.dispatch);
    view.focus();
  };
  const put = (start: number, end: number, words: string): void => {
    view.focus();
    select(start, end);
    const { from, to } = view.state.selection;
    const { tr } = view.state;
    const lines = words.split('\n');
    if (lines.length === 1 || view.state.selection.$from.parent.type === codeBlock) tr.insertText(words, from, to);
    else tr.replaceRange(from, to, new Slice(docOfText(words).content, 1, 1));
    view.dispatch(tr.scrollIntoView());
  };
  const linkHere = (): string | null => {
    const { $from, from, to, empty } = view.state.selection;
    let href: string | null = null;
    const look = (marks: readonly { type: MarkType; attrs: Record<string, unknown> }[]): void => {
      for (const mark of marks) if (mark.type === link) href = String(mark.attrs['href']);
    };
    if (empty) look($from.marks());
    else view.state.doc.nodesBetween(from, to, (node) => look(node.marks));
    return href;
  };
  /** Takes the whole link at a caret without a selection. */
  const linkRange = (): [from: number, to: number] => {
    const { $from, from, to, empty } = view.state.selection;
    if (!empty) return [from, to];
    let range: [number, number] = [from, to];
    $from.parent.forEach((node, offset) => {
      const start = $from.start() + offset;
      if (link.isInSet(node.marks) && start <= from && from <= start + node.nodeSize)
        range = [start, start + node.nodeSize];
    });
    return range;
  };
  return {
    element: view.dom,
    get value() {
      return textOf(view.state.doc);
    },
    set value(words) {
      const { doc, tr } = view.state;
      view.dispatch(tr.replaceWith(0, doc.content.size, docOfText(words).content));
    },
    get selectionStart() {
      return textOf(view.state.doc, view.state.selection.from).length;
    },
    get selectionEnd() {
      return textOf(view.state.doc, view.state.selection.to).length;
    },
    setSelectionRange: select,
    put,
    markdown: () => writeRichText(richOf(view.state.doc)),
    focus: () => view.focus(),
    blur: () => view.dom.blur(),
    // Before the editor's own listeners, which are on the element within.
    addEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
      place.addEventListener(type, listener, true),
    removeEventListener: (type: string, listener: EventListenerOrEventListenerObject) =>
      place.removeEventListener(type, listener, true),
    setAttribute: (name, value) => view.dom.setAttribute(name, value),
    removeAttribute: (name) => view.dom.removeAttribute(name),
    toggle: (format) => run(commands[format]),
    setLink(given) {
      const [from, to] = linkRange();
      const { tr } = view.state;
      tr.removeMark(from, to, link);
      const href = given && addressOf(given);
      if (given !== null && !href) return false;
      if (href && from === to) tr.insert(from, schema.text(given ?? '', [link.create({ href })]));
      else if (href) tr.addMark(from, to, link.create({ href }));
      view.dispatch(tr);
      view.focus();
      return true;
    },
    linkHere,
    has(format) {
      if (format === 'link') return linkHere() !== null;
      if (format === 'code') return hasMark(view.state, code) || isIn(view.state, 'codeBlock');
      if (format === 'strong' || format === 'em' || format === 's') return hasMark(view.state, schema.marks[format]);
      return isIn(view.state, format);
    },
    pasteHtml: (html) => void view.pasteHTML(html),
    place(added, at) {
      const found = at && view.posAtCoords({ left: at.x, top: at.y });
      const { tr } = view.state;
      if (found) tr.setSelection(TextSelection.near(tr.doc.resolve(found.pos)));
      for (const { file, name } of added) tr.replaceSelectionWith(picture.create({ file, name }), false);
      view.dispatch(tr.scrollIntoView());
      view.focus();
    },
    files() {
      const files: string[] = [];
      view.state.doc.descendants((node) => {
        if (node.type === picture) files.push(String(node.attrs['file']));
      });
      return files;
    },
    showPictures: (addresses) => pictures.show(addresses),
    destroy: () => view.destroy(),
  };
}

/** Returns where a typed address leads: without a scheme to the web, or to mail. */
function addressOf(typed: string): string | null {
  const trimmed = typed.trim();
  const candidates = /^[a-z][a-z\d+.-]*:/i.test(trimmed)
    ? [trimmed]
    : [trimmed.includes('@') ? `mailto:${trimmed}` : `https://${trimmed}`];
  return candidates.find((href) => isSafeHref(href) && (!href.startsWith('http') || href.includes('.'))) ?? null;
}
