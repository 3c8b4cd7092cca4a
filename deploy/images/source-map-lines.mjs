/**
 * Source maps that know lines and no columns. Node reads a map whole and keeps 128 bytes of each mapping, and esbuild writes
 * one for every name and bracket: five times as many as there are lines, for the sake of a column.
 */

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The numbers of one mapping: https://tc39.es/ecma426/#sec-base64-vlq
 *
 * @param {string} text
 */
function numbersOf(text) {
  const numbers = [];
  let [number, shift] = [0, 0];
  for (const digit of text) {
    const bits = digits.indexOf(digit);
    number |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(number & 1 ? -(number >> 1) : number >> 1);
    [number, shift] = [0, 0];
  }
  return numbers;
}

/** @param {number[]} numbers */
function textOf(numbers) {
  let text = '';
  for (const number of numbers) {
    let rest = number < 0 ? (-number << 1) | 1 : number << 1;
    do {
      text += digits[(rest & 31) | (rest > 31 ? 32 : 0)];
      rest >>= 5;
    } while (rest > 0);
  }
  return text;
}

/**
 * The same map with one mapping for each piece of a line of the source, where the piece begins.
 *
 * @template {{ mappings: string, names: string[] }} Map
 * @param {Map} map
 * @returns {Map}
 */
export function linesOnly(map) {
  // All but the column of the program are counted on from one mapping to the next, and from one line to the next.
  let [source, line] = [0, 0];
  /** @type {[source: number, line: number] | undefined} */
  let last;
  let [writtenSource, writtenLine] = [0, 0];
  const rows = map.mappings.split(';').map((row) => {
    let [column, writtenColumn] = [0, 0];
    const kept = [];
    for (const text of row ? row.split(',') : []) {
      const [columns = 0, sources, lines = 0] = numbersOf(text);
      column += columns;
      if (sources === undefined) {
        if (!last) continue;
        last = undefined;
        kept.push(textOf([column - writtenColumn]));
      } else {
        source += sources;
        line += lines;
        if (last?.[0] === source && last[1] === line) continue;
        last = [source, line];
        kept.push(textOf([column - writtenColumn, source - writtenSource, line - writtenLine, 0]));
        [writtenSource, writtenLine] = last;
      }
      writtenColumn = column;
    }
    return kept.join(',');
  });
  return { ...map, names: [], mappings: rows.join(';') };
}
