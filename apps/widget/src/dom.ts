/** Elements without Preact, for the parts that come by themselves. */

import { addStyles } from './launcher/launcher.ts';

const styled = new WeakSet<ShadowRoot>();

/** Adds the styles of a part that draws several times, once. */
export function styleOnce(root: ShadowRoot, styles: string): void {
  if (styled.has(root)) return;
  styled.add(root);
  addStyles(root, styles);
}

/** Makes an element with these properties and children. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
