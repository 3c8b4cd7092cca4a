/** Divides texts that arrive piece by piece into objects of JSON and rows of CSV, with flat memory. */
import { encodingOf } from '../../text/decode.ts';
import { separatorOf, unguarded } from '../../text/csv.ts';

/** Bytes by which the encoding is recognised. */
const headBytes = 256 * 1024;
/** Larger objects and rows are left out. */
const longest = 32 * 1024 * 1024;

/** Yields the text of bytes in whichever encoding. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    decoder = new TextDecoder(encodingOf(head));
    yield decoder.decode(head, { stream: true });
  }
  yield decoder ? decoder.decode() : new TextDecoder(encodingOf(head)).decode(head);
}

/** Object or row, or what is wrong with it. */
export type Piece<T> = { value: T } | { fault: 'unreadable' | 'cut_off' };

/** Yields the objects of a file with one per line, or of a list. */
export async function* jsonObjects(texts: AsyncIterable<string>): AsyncGenerator<Piece<unknown>> {
  let object = '';
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  for await (const text of texts) {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at];
      if (depth === 0) {
        if (sign !== '{') continue;
        from = at;
        depth = 1;
      } else if (isText) {
        if (isEscaped) isEscaped = false;
        else if (sign === '\\') isEscaped = true;
        else if (sign === '"') isText = false;
      } else if (sign === '"') isText = true;
      else if (sign === '{') depth += 1;
      else if (sign === '}') {
        depth -= 1;
        if (depth > 0) continue;
        yield parsed(object + text.slice(from, at + 1));
        object = '';
      }
    }
    if (depth > 0 && object.length <= longest) object += text.slice(from);
  }
  if (depth > 0) yield { fault: 'cut_off' };
}

function parsed(text: string): Piece<unknown> {
  if (text.length > longest) return { fault: 'unreadable' };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** Yields the rows of a CSV file without those that are empty; RFC 4180, with the separators of spreadsheets. */
export async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<Piece<string[]>> {
  let separator: string | undefined;
  let head = '';
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  /** The sign before was a quote inside a quoted cell: the end of it, or the first of two. */
  let isPending = false;
  const endRow = (): Piece<string[]> | undefined => {
    const row = [...cells, unguarded(cell)];
    cells = [];
    cell = '';
    return row.some((each) => each !== '') ? { value: row } : undefined;
  };
  function* take(text: string): Generator<Piece<string[]>> {
    for (const sign of text) {
      if (isPending) {
        isPending = false;
        if (sign === '"') {
          cell += sign;
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (sign === '"') isPending = true;
        else if (cell.length <= longest) cell += sign;
      } else if (sign === '"' && cell === '') isQuoted = true;
      else if (sign === separator) {
        cells.push(unguarded(cell));
        cell = '';
      } else if (sign === '\n') {
        const row = endRow();
        if (row) yield row;
      } else if (sign !== '\r') cell += sign;
    }
  }
  for await (const text of texts) {
    if (separator !== undefined) {
      yield* take(text);
      continue;
    }
    head += text;
    if (!head.includes('\n')) continue;
    const named = separatorOf(head.replaceAll('\r\n', '\n'));
    separator = named.separator;
    yield* take(named.start === 0 ? head : head.slice(head.indexOf('\n') + 1));
  }
  if (separator === undefined) {
    ({ separator } = separatorOf(head));
    yield* take(head);
  }
  if (isQuoted && !isPending) {
    yield { fault: 'cut_off' };
    return;
  }
  const row = endRow();
  if (row) yield row;
}
