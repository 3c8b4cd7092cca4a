/** Formats a tool's result for the model and the check: a line for each value, with the chosen values only. */
import { withoutOrders } from '../../knowledge/orders.ts';

const mostLines = 200;
const longestLine = 500;
const longestText = 8_000;

/** Returns the values at the paths; of lists, those of each entry. */
export function pick(value: unknown, fields: readonly string[]): [path: string, value: unknown][] {
  if (fields.length === 0) return [['', value]];
  return fields.flatMap((field): [string, unknown][] => {
    const found = at(value, field.split('.'));
    return found === undefined ? [] : [[field, found]];
  });
}

function at(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => at(each, [key, ...rest])).filter((each) => each !== undefined);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return at(Reflect.get(value, key), rest);
}

function* lines(path: string, value: unknown): Generator<string> {
  if (value === null || value === undefined) return;
  if (typeof value === 'object') {
    const isList = Array.isArray(value);
    for (const [key, each] of Object.entries(value)) {
      const name = isList ? String(Number(key) + 1) : key;
      yield* lines(path === '' ? name : `${path} ${name}`, each);
    }
    return;
  }
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  const text = `${path === '' ? '' : `${path.replaceAll(/[._]+/g, ' ')}: `}${shown}`;
  const line = withoutOrders(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, longestLine)).trim();
  if (line !== '') yield line;
}

/** Returns an answer as lines such as `order status: shipped`. Text that addresses the model is left out. */
export function resultText(value: unknown, fields: readonly string[]): string {
  const found: string[] = [];
  let length = 0;
  for (const [path, picked] of pick(value, fields)) {
    for (const line of lines(path, picked)) {
      length += line.length + 1;
      if (found.length >= mostLines || length > longestText) return found.join('\n');
      found.push(line);
    }
  }
  return found.join('\n');
}
