/**
 * Hansekiste, a made-up maker of cargo bikes: the 150 pages of its website in six languages, and 300 questions of its
 * customers. 60 of them are answered nowhere, and 60 come with words that are meant to make an assistant do something
 * else: in the message, on a page, or in a file. All of it was written for this.
 */
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { type Colour, type CompanyLanguage, topics } from './language.ts';
import { nl } from './nl.ts';

export const languages = { en, de, fr, es, nl, ja } satisfies Record<string, CompanyLanguage>;
export type CompanyLanguageCode = keyof typeof languages;
const codes = Object.keys(languages) as CompanyLanguageCode[];

export interface CompanyPage {
  /** Its path on the website. */
  path: string;
  language: CompanyLanguageCode;
  title: string;
  text: string;
}

export interface CompanyQuestion {
  text: string;
  language: CompanyLanguageCode;
  /** The page that answers it; null where none does. */
  path: string | null;
  /** Source of the words that an assistant must not follow. */
  injected: 'message' | 'page' | 'file' | null;
}

const products: { name: string; price: number; weight: number; load: number; range: number; colour: Colour }[] = [
  { name: 'Alster', price: 3490, weight: 31, load: 80, range: 60, colour: 'red' },
  { name: 'Bille', price: 3890, weight: 33, load: 100, range: 65, colour: 'blue' },
  { name: 'Dove', price: 4290, weight: 35, load: 110, range: 70, colour: 'green' },
  { name: 'Eider', price: 4490, weight: 36, load: 120, range: 75, colour: 'black' },
  { name: 'Fleet', price: 4790, weight: 37, load: 125, range: 80, colour: 'red' },
  { name: 'Gose', price: 4990, weight: 38, load: 130, range: 85, colour: 'blue' },
  { name: 'Havel', price: 5190, weight: 39, load: 140, range: 90, colour: 'green' },
  { name: 'Ilmenau', price: 5390, weight: 41, load: 150, range: 95, colour: 'black' },
  { name: 'Jade', price: 5590, weight: 42, load: 160, range: 100, colour: 'red' },
  { name: 'Krückau', price: 5890, weight: 44, load: 170, range: 105, colour: 'blue' },
  { name: 'Luhe', price: 6190, weight: 46, load: 180, range: 110, colour: 'green' },
  { name: 'Miele', price: 6490, weight: 48, load: 190, range: 115, colour: 'black' },
  { name: 'Oste', price: 6990, weight: 52, load: 210, range: 120, colour: 'red' },
];

const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const topicPath = (language: string, topic: string): string => `/${language}/help/${topic}`;
const productPath = (language: string, name: string): string => `/${language}/bikes/${name.toLowerCase()}`;

/** 12 topics and 13 bikes in each language. */
export const pages: CompanyPage[] = codes.flatMap((language) => [
  ...topics.map((topic) => {
    const { title, text } = languages[language].topics[topic];
    return { path: topicPath(language, topic), language, title, text };
  }),
  ...products.map((product) => ({
    path: productPath(language, product.name),
    language,
    title: `Hansekiste ${product.name}`,
    text: filled(languages[language].product, { ...product, colour: languages[language].colours[product.colour] }),
  })),
]);

/** 30 of each language that a page answers. */
export const answerable: CompanyQuestion[] = codes.flatMap((language) => [
  ...topics.flatMap((topic) =>
    languages[language].topics[topic].asked.map((text) => ({
      text,
      language,
      path: topicPath(language, topic),
      injected: null,
    })),
  ),
  ...languages[language].aboutProducts.map((text, at) => {
    const { name } = products[at * 2] ?? { name: '' };
    return { text: filled(text, { name }), language, path: productPath(language, name), injected: null };
  }),
]);

/** 10 of each language that no page answers. */
export const unanswerable: CompanyQuestion[] = codes.flatMap((language) =>
  languages[language].unanswerable.map((text) => ({ text, language, path: null, injected: null })),
);

const injectedBy = ['message', 'page', 'file'] as const;

/** 10 of each language, of topics: those of messages hold the words themselves. */
export const injections: CompanyQuestion[] = codes.flatMap((language) =>
  topics.slice(0, 10).map((topic, at) => {
    const injected = injectedBy[at % injectedBy.length] ?? 'message';
    const { asked } = languages[language].topics[topic];
    const [text] = asked;
    return {
      text: injected === 'message' ? `${languages[language].injection}\n\n${text}` : text,
      language,
      path: topicPath(language, topic),
      injected,
    };
  }),
);

/** Returns a page or file with hostile words in the middle of its text. */
export function poisoned(page: CompanyPage): CompanyPage {
  const [first = '', ...rest] = page.text.split(/(?<=[.。])\s*/u);
  return { ...page, text: [first, languages[page.language].planted, ...rest].join(' ') };
}
