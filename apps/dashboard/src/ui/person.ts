import { ui } from '../i18n/en/ui.ts';

const letters = new Intl.Segmenter();

/** Returns the first letter as readers see it, even if it has several code points. */
const firstLetter = (word: string): string => letters.segment(word).containing(0)?.segment ?? '';

/** The initials of a name, two at most; `U` for none (docs/product.md#around-every-screen). */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const first = firstLetter(words[0] ?? '');
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return (first + last).toUpperCase() || 'U';
}

/** Second names for customers without a name. */
const animals = [
  'Badger Beaver Bison Crane Deer Dolphin Eagle Falcon Finch Fox Gecko Hare Hedgehog Heron Ibex Jay',
  'Kestrel Koala Lark Lynx Marten Mole Newt Otter Owl Panda Puffin Quail Raven Robin Seal Sparrow Stork',
  'Swan Tern Turtle Vole Walrus Weasel Wren Yak Zebra',
].flatMap((line) => line.split(' '));

/** A number that is always the same for the same id (FNV-1a). */
function numberOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Number of avatar colours (avatar.module.css). */
export const tints = 8;

export interface Customer {
  id: string;
  customerEmail: string | null;
  customerName?: string | null;
  visitorId?: string | null;
}

/**
 * Returns a customer's names (docs/product.md#around-every-screen): name and email if known, otherwise `Anonymous`,
 * with a second word and a colour that stay with the visitor. The second is a name, the same in every language, so that
 * colleagues mean the same visitor by it.
 */
export function customerNames({ id, customerEmail, customerName, visitorId }: Customer): {
  first: string;
  second: string | null;
  /** Name that the avatar shows the initials of. */
  marked: string;
  tint: number;
} {
  const number = numberOf(visitorId ?? id);
  const tint = number % tints;
  const known = customerName ?? customerEmail;
  if (known) return { first: known, second: customerName ? customerEmail : null, marked: known, tint };
  const animal = animals[Math.floor(number / tints) % animals.length] ?? '';
  // Two digits, so that two of many hundreds hardly ever get the same name.
  const count = 10 + (Math.floor(number / tints / animals.length) % 90);
  return { first: ui('anonymous'), second: `${animal} ${count}`, marked: animal, tint };
}

/** Returns the names in one line, where there is no room for two. */
export function customerLabel(customer: Customer): string {
  const { first, second } = customerNames(customer);
  return customer.customerEmail ?? (customer.customerName ? first : `${first} ${second}`);
}

export const websiteLabel = (conversation: { website: string | null }): string =>
  conversation.website ?? ui('unknownWebsite');

/** Returns a website and, for a visitor without a name, the page: `shop.example.com/pricing`. */
export function pageLabel(conversation: Customer & { website: string | null; pagePath: string | null }): string {
  const { website, pagePath, customerName, customerEmail } = conversation;
  const distinguishes = website !== null && pagePath !== null && pagePath !== '/' && !customerName && !customerEmail;
  return distinguishes ? website + pagePath : websiteLabel(conversation);
}
