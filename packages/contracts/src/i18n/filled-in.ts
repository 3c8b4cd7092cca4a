const names = /\{(\w+)\}/g;

/** A text with its names filled in; one that nothing is known for stays. */
export const filledIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(names, (whole, name: string) => String(values[name] ?? whole));
