/** Elements without Preact, for the parts that come by themselves. */

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
