import { preferences, setPreference } from '../../preferences/preferences.ts';

/** Blocks of the panel in the order of the product. */
export const blockNames = [
  'details',
  'company',
  'attributes',
  'earlier',
  'pages',
  'files',
  'notes',
  'device',
  'followers',
] as const;
export type BlockName = (typeof blockNames)[number];

/** Returns all blocks, in a stored order as far as it names them. */
export function ordered(stored: readonly string[]): BlockName[] {
  const named = stored.flatMap((name) => blockNames.find((each) => each === name) ?? []);
  return [...new Set([...named, ...blockNames])];
}

/** Moves a block to the place of another one, and stores the order. */
export function moveTo(name: BlockName, place: BlockName): void {
  const order = ordered(preferences().visitorBlocks);
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
