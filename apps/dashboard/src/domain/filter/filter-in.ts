import type { Filter } from '@parley/contracts/filter/filter';
import { parseFilter } from '@parley/contracts/filter/filter-parse';

/** Returns the filter that a part of an address contains; null for none or an invalid one. */
export function filterIn(text: string | null): Filter | null {
  if (!text) return null;
  try {
    const parsed = parseFilter(JSON.parse(text));
    return 'filter' in parsed ? parsed.filter : null;
  } catch {
    // Not JSON: the address was cut off.
    return null;
  }
}
