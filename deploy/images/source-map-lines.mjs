import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Returns the source map with one mapping for each piece of a line of the source, where the piece begins: it knows
 * lines and no columns. Node reads a map whole and keeps 128 bytes of each mapping, and esbuild writes one for every
 * name and bracket: five times as many as there are lines, for the sake of a column.
 *
 * @template {{ mappings: string, names: string[] }} Map
 * @param {Map} map
 * @returns {Map}
 */
export function linesOnly(map) {
  /** @type {import('@jridgewell/sourcemap-codec').SourceMapSegment | undefined} */
  let last;
  const rows = decode(map.mappings).map((row) =>
    row.flatMap((segment) => {
      const [column, source, line] = segment;
      const isSame = source === last?.[1] && line === last?.[2];
      last = segment;
      if (isSame) return [];
      /** @type {import('@jridgewell/sourcemap-codec').SourceMapSegment} */
      const kept = source === undefined || line === undefined ? [column] : [column, source, line, 0];
      return [kept];
    }),
  );
  return { ...map, names: [], mappings: encode(rows) };
}
