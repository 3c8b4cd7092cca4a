import { preferences, setPreference } from '../../preferences/preferences.ts';

/** Name of the block of a custom card, by the id of its action. */
export type CardBlock = `card:${string}`;
export const cardBlock = (toolId: string): CardBlock => `card:${toolId}`;
const isCardBlock = (name: string): name is CardBlock => name.startsWith('card:');

/** Blocks of the panel in the order of the product. Cards that were never moved follow the attributes. */
const blockNames = [
  'details',
  'company',
  'attributes',
  'earlier',
  'pages',
  'events',
  'files',
  'notes',
  'device',
  'followers',
] as const;
export type BlockName = (typeof blockNames)[number] | CardBlock;

/** Returns all blocks, in a stored order if it names them. */
export function ordered(stored: readonly string[], cards: readonly CardBlock[]): BlockName[] {
  const named = stored.flatMap((name) => (isCardBlock(name) ? name : (blockNames.find((each) => each === name) ?? [])));
  const order = [...new Set([...named, ...blockNames])];
  const place = order.indexOf('attributes') + 1;
  const added = cards.filter((card) => !order.includes(card));
  return [...order.slice(0, place), ...added, ...order.slice(place)];
}

/** Moves a block to the place of another one, and stores the order. */
export function moveTo(order: readonly BlockName[], name: BlockName, place: BlockName): void {
  const to = order.indexOf(place);
  const others = order.filter((each) => each !== name);
  setPreference('visitorBlocks', [...others.slice(0, to), name, ...others.slice(to)]);
}

/** Folds a block, or opens it. */
export function toggleFold(name: BlockName): void {
  const { foldedBlocks } = preferences();
  const others = foldedBlocks.filter((each) => each !== name);
  setPreference('foldedBlocks', others.length < foldedBlocks.length ? others : [...others, name]);
}
