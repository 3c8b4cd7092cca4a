/** Texts of a made-up maker of espresso machines in one language, and the questions of its customers. */

/** A page with two questions that it answers in other words, each with the number or code of the answer. */
export interface RoasterTopic {
  slug: string;
  title: string;
  /** Paragraphs. */
  text: string[];
  asked: [text: string, evidence: string][];
}

export const roasterTopics = [
  'delivery',
  'returns',
  'warranty',
  'hours',
  'payment',
  'care',
  'courses',
  'repairs',
] as const;
export type RoasterTopicName = (typeof roasterTopics)[number];

export const facets = ['price', 'weight', 'tank', 'power'] as const;
export type Facet = (typeof facets)[number];

export interface RoasterLanguage {
  topics: Record<RoasterTopicName, RoasterTopic>;
  /** Page of a product: `{name}`, `{code}`. */
  product: string;
  /** Heads of the table of data. */
  table: [string, string];
  facets: Record<Facet | 'code', string>;
  /** Questions about `{name}`. */
  askedProduct: Record<Facet, string>;
  /** Page that is there in this language only. */
  only: { slug: string; title: string; text: string };
  /** The questions about the pages of the other languages, by their language. */
  askedOthers: Record<string, string>;
  /** Old list of prices, old terms of the warranty, and news of a new fee. */
  old: { prices: string; warranty: string; warrantyText: string; fee: string; feeText: string; updated: string };
  askedOld: { warranty: string; fee: string };
  /** Words meant to make an assistant say something: addressed to it, hidden, in a review, and with a foreign link. */
  planted: {
    closed: string;
    closedWrong: string;
    /** Words of a model that obeys. */
    closedSaid: string;
    hidden: string;
    reviews: string;
    review: string;
    praise: string[];
    link: string;
    linkSaid: string;
  };
  askedPlanted: { closed: string; hidden: string; review: string; link: string };
  /** No page answers them. */
  unanswerable: string[];
}
