/** A file as a line: what it is called and how it is doing. */
import { fileNameParts } from '@parley/contracts/messages/file-name';
import { make } from '../dom.ts';

const space = 'http://www.w3.org/2000/svg';

/** Line drawings of 24 × 24. */
export const lines = {
  file: 'M6 3h8l4 4v14H6z',
  save: 'M12 4v11m-5-4l5 5 5-5M5 20h14',
  play: 'M8 6v12l10-6z',
  away: 'M7 7l10 10m0-10L7 17',
} as const;

export function icon(d: string): SVGElement {
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

/** A button that is called as it reads, or by its `title` where it shows a drawing alone. */
export const button = (
  className: string,
  title: string,
  onclick: () => void,
  ...children: (Node | string)[]
): HTMLButtonElement => make('button', { type: 'button', className, title, onclick }, ...children);

export interface RowOptions {
  name: string;
  about: string;
  /** Preview, if this page has one. */
  canvas?: HTMLCanvasElement | undefined;
  /** Label of the progress bar, while there is one. */
  progress?: string | undefined;
}

/** Draws a file name with its ending visible at any width. */
export const shownName = (name: string): HTMLElement =>
  make('bdi', {}, ...fileNameParts(name).map((part) => make('span', {}, part)));

/** The inside of a row. */
export function row({ name, about, canvas, progress }: RowOptions): Node[] {
  const words = make('span', { className: 'words' }, shownName(name), make('small', {}, about));
  if (progress) words.append(make('progress', { ariaLabel: `${name}: ${progress}`, value: 0 }));
  return [canvas ?? icon(lines.file), words];
}
