import { linkRel } from '@parley/contracts/text/links';
import { type RichElement, type RichNode, readRichText, richTags } from '@parley/contracts/text/rich-text';
import { createElement, Fragment, memo, type ReactNode } from 'react';
import styles from './rich-text.module.css';

const allowed = new Set<string>(richTags);

type Words = (text: string) => ReactNode;
const asIs: Words = (text) => text;

/** Renders a file that the text shows; null for one that isn't there. */
export type PictureOf = (file: string) => ReactNode;
const noPicture: PictureOf = () => null;

/** Renders a formatted text. Links open beside the page, so that nothing that was typed is lost. */
export const drawn = (nodes: readonly RichNode[], words: Words = asIs, pictureOf: PictureOf = noPicture): ReactNode[] =>
  nodes.map((node, index) => (typeof node === 'string' ? words(node) : drawnElement(node, index, words, pictureOf)));

function drawnElement(
  { tag, attributes = {}, children = [] }: RichElement,
  key: number,
  words: Words,
  pictureOf: PictureOf,
): ReactNode {
  if (!allowed.has(tag)) return null;
  const { file, alt = '' } = attributes;
  if (file !== undefined) return createElement(Fragment, { key }, pictureOf(file) ?? `[${alt}]`);
  const more = tag === 'a' ? { target: '_blank', rel: linkRel } : {};
  return createElement(tag, { key, ...attributes, ...more }, ...drawn(children, words, pictureOf));
}

interface FormattedTextProps {
  markdown: string;
  /** Renders the words between the elements, with mentions for example. */
  words?: Words;
  pictureOf?: PictureOf | undefined;
}

/** The text of a message or a note that has formatting. */
export const FormattedText = memo(function FormattedText({ markdown, words, pictureOf }: FormattedTextProps) {
  return <div className={styles.rich}>{drawn(readRichText(markdown), words, pictureOf)}</div>;
});
