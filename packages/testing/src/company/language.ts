/** Texts of a made-up company in one language, and the questions of its customers. */
export interface CompanyLanguage {
  /** By topic: the page, and two questions that it answers in other words. */
  topics: Record<Topic, { title: string; text: string; asked: [string, string] }>;
  /** A page of a product: `{name}`, `{price}`, `{weight}`, `{load}`, `{range}`, `{colour}`. */
  product: string;
  colours: Record<Colour, string>;
  /** Questions about a product, which `{name}` stands for. */
  aboutProducts: [string, string, string, string, string, string];
  /** Questions that no text of the company answers. */
  unanswerable: [string, string, string, string, string, string, string, string, string, string];
  /** Message that tries to turn an assistant, and is planted on a page or in a file. */
  injection: string;
  planted: string;
}

export const topics = [
  'delivery',
  'returns',
  'warranty',
  'payment',
  'battery',
  'service',
  'rental',
  'testride',
  'leasing',
  'insurance',
  'account',
  'children',
] as const;
export type Topic = (typeof topics)[number];

export const colours = ['red', 'blue', 'green', 'black'] as const;
export type Colour = (typeof colours)[number];
