/**
 * Sends statements over a connection of pg, which accepts any object that can submit itself (as pg-cursor does). pg
 * itself describes the columns of a prepared statement at every call, makes two objects of them, and copies its own
 * settings: with many columns that takes longer than reading the rows.
 */
import type { ClientBase, Connection, Submittable } from 'pg';
import utils from 'pg/lib/utils.js';
import type { UnknownRow } from 'kysely';
import { camelCase } from './column-names.ts';

export interface Statement {
  /** Name of a prepared statement, which each connection parses and plans once. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

export interface Answer {
  rows: UnknownRow[];
  /** First word of the command tag, such as `UPDATE 3`. */
  command: string | undefined;
  rowCount: number | null;
}

/** How a row of a statement is read. */
interface Columns {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /** Each row begins as a copy, which has all its columns at once. */
  blank: UnknownRow;
}

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[];
}

/** Columns of a connection's prepared statements, by name. They are fixed when a statement is parsed. */
const described = new WeakMap<Connection, Map<string, Columns>>();

const noColumns: Columns = { names: [], parsers: [], blank: {} };

/**
 * Sends statements together and reads their answers together: a connection writes once and waits once. When a statement
 * fails, the ones before it are rolled back, unless they are part of a transaction, and none after it is run.
 */
export class Submission implements Submittable {
  readonly statements: readonly Statement[];
  readonly #types: Pick<ClientBase, 'getTypeParser'>;
  readonly #done: (error: Error | null, answers: Answer[]) => void;
  readonly #answers: Answer[] = [];
  #columns: Columns | undefined;
  #rows: UnknownRow[] = [];
  #known: Map<string, Columns> | undefined;
  #error: Error | null = null;

  constructor(
    client: Pick<ClientBase, 'getTypeParser'>,
    statements: readonly Statement[],
    done: (error: Error | null, answers: Answer[]) => void,
  ) {
    this.statements = statements;
    this.#types = client;
    this.#done = done;
  }

  /** By name and text of the statement that is being answered pg notes that the connection has parsed it. */
  get name(): string | undefined {
    return this.statements[this.#answers.length]?.name;
  }

  get text(): string | undefined {
    return this.statements[this.#answers.length]?.text;
  }

  submit(connection: Connection): Error | undefined {
    const [first] = this.statements;
    // By the simple protocol, which takes several statements in one text, as migrations have them.
    if (first && this.statements.length === 1 && first.name === undefined && first.values.length === 0) {
      connection.query(first.text);
      return undefined;
    }
    let bound: (string | Buffer | null)[][];
    try {
      bound = this.statements.map(({ values }) => values.map((value) => utils.prepareValue(value)));
    } catch (error) {
      return error instanceof Error ? error : new Error('A value cannot be sent.', { cause: error });
    }
    this.#known = described.get(connection);
    if (!this.#known) described.set(connection, (this.#known = new Map()));
    const parsed = new Set<string>();
    connection.stream.cork();
    for (const [index, { name = '', text }] of this.statements.entries()) {
      if (name === '' || (connection.parsedStatements[name] === undefined && !parsed.has(name))) {
        connection.parse({ name, text, types: [] }, true);
        parsed.add(name);
      }
      connection.bind({ statement: name, values: bound[index] ?? [] }, true);
      if (!this.#known.has(name)) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    return undefined;
  }

  handleRowDescription({ fields }: RowDescription): void {
    const names = fields.map(({ name }) => camelCase(name));
    this.#columns = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text')),
      blank: Object.fromEntries(names.map((name) => [name, null])),
    };
    this.#remember(this.#columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#error) return;
    this.#columns ??= this.#known?.get(this.name ?? '') ?? noColumns;
    const { names, parsers, blank } = this.#columns;
    const row = { ...blank };
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const [name, text, parse] = [names[index], fields[index], parsers[index]];
        if (text !== null && text !== undefined && name !== undefined && parse) row[name] = parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error('A value cannot be read.', { cause: error });
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // A statement without columns was described by a message that pg doesn't pass on.
    if (!this.#columns && !this.#known?.has(this.name ?? '')) this.#remember(noColumns);
    this.#answers.push(new TaggedAnswer(this.#rows, text));
    this.#columns = undefined;
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.#done(this.#error, this.#answers);
  }

  handleError(error: Error): void {
    this.#done(error, []);
  }

  #remember(columns: Columns): void {
    const { name } = this;
    if (name !== undefined) this.#known?.set(name, columns);
  }
}

/** Most who ask look at the rows alone. */
class TaggedAnswer implements Answer {
  readonly rows: UnknownRow[];
  readonly #tag: string;

  constructor(rows: UnknownRow[], tag: string) {
    this.rows = rows;
    this.#tag = tag;
  }

  get command(): string | undefined {
    return this.#tag.split(' ', 1)[0];
  }

  /** The last word of `INSERT 0 5`, `UPDATE 3`, `SELECT 10`; others count nothing. */
  get rowCount(): number | null {
    const count = / (\d+)$/.exec(this.#tag)?.[1];
    return count === undefined ? null : Number(count);
  }
}
