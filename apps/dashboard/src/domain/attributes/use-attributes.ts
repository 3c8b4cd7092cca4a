import type { Attribute } from '@parley/contracts/conversations/attributes';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { useMemo } from 'react';
import { useRead } from '../../api/read.ts';

const none: readonly Attribute[] = [];

/** Loads the attributes of conversations and their contacts, which rules, macros and batches can set. */
export function useSettableAttributes(): readonly Attribute[] {
  const { data = none } = useRead(listAttributes, {});
  return useMemo(() => data.filter(({ subject }) => subject !== 'company'), [data]);
}
