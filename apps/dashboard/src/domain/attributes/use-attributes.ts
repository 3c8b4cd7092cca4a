import type { Attribute } from '@parley/contracts/conversations/attributes';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { useRead } from '../../api/read.ts';

const none: readonly Attribute[] = [];

/** Loads the attributes of conversations, contacts and companies, which rules, macros and batches can set. */
export function useAttributes(): readonly Attribute[] {
  return useRead(listAttributes, {}).data ?? none;
}
