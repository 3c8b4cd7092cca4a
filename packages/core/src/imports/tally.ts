/** Counts what an import finds and does, with reasons and examples of what can't be carried over. */
import type { AttributeSubject } from '@parley/contracts/conversations/attributes';
import {
  type ImportCount,
  importExamplesMax,
  type ImportFound,
  type ImportIssue,
  type ImportIssueReason,
  type ImportKind,
  importKinds,
  importMappedMax,
} from '@parley/contracts/imports/import';
import type { ImportedRecord } from '@parley/contracts/imports/records';

type Outcome = 'found' | 'created' | 'matched' | 'skipped';

const longestExample = 200;

export class Tally {
  readonly #counts: Map<ImportKind, ImportCount>;
  readonly #issues: Map<string, ImportIssue>;

  constructor(counts: readonly ImportCount[], issues: readonly ImportIssue[]) {
    this.#counts = new Map(counts.map((count) => [count.kind, { ...count }]));
    this.#issues = new Map(
      issues.map((issue) => [`${issue.kind} ${issue.reason}`, { ...issue, examples: [...issue.examples] }]),
    );
  }

  count(kind: ImportKind, outcome: Outcome, number = 1): void {
    if (number === 0) return;
    const count = this.#counts.get(kind) ?? { kind, found: 0, created: 0, matched: 0, skipped: 0 };
    count[outcome] += number;
    this.#counts.set(kind, count);
  }

  /** Sets how many were found in all. */
  setFound(kind: ImportKind, number: number): void {
    this.count(kind, 'found', number - (this.#counts.get(kind)?.found ?? 0));
  }

  note(kind: ImportKind, reason: ImportIssueReason, example: string): void {
    const key = `${kind} ${reason}`;
    const issue = this.#issues.get(key) ?? { kind, reason, count: 0, examples: [] };
    issue.count += 1;
    const short = example.slice(0, longestExample);
    if (issue.examples.length < importExamplesMax && !issue.examples.includes(short)) issue.examples.push(short);
    this.#issues.set(key, issue);
  }

  /** Notes something that is left out as a whole. */
  skip(kind: ImportKind, reason: ImportIssueReason, example: string): void {
    this.count(kind, 'skipped');
    this.note(kind, reason, example);
  }

  /** Columns of the import. */
  get columns() {
    const counts = importKinds.flatMap((kind) => this.#counts.get(kind) ?? []);
    return { counts: JSON.stringify(counts), issues: JSON.stringify([...this.#issues.values()]) };
  }
}

export const nothingFound: ImportFound = { users: [], inboxes: [], attributes: [], statuses: [] };

/** Adds what the mapping decides about. */
export function addFound(found: ImportFound, record: ImportedRecord): void {
  switch (record.type) {
    case 'user': {
      const { id, name, email = null } = record;
      return add(found.users, { id, name, email }, (known) => known.id === id);
    }
    case 'inbox': {
      const { id, name, address = null, isMail = false } = record;
      return add(found.inboxes, { id, name, address, isMail }, (known) => known.id === id);
    }
    case 'attribute': {
      const { id, name, subject, valueType, choices = [] } = record;
      return addAttribute(found, { id, name, subject, valueType, choices });
    }
    case 'conversation': {
      const { status: id, isClosed } = record;
      add(found.statuses, { id, isClosed, count: 0 }, (known) => known.id === id);
      const status = found.statuses.find((known) => known.id === id);
      if (status) status.count += 1;
      return addUndeclared(found, 'conversation', record.attributes);
    }
    case 'contact':
    case 'company':
      return addUndeclared(found, record.type, record.attributes);
    case 'tag':
    case 'canned_reply':
    case 'article':
      return undefined;
  }
}

function add<E>(list: E[], each: E, isSame: (known: E) => boolean): void {
  if (list.length < importMappedMax && !list.some(isSame)) list.push(each);
}

const addAttribute = ({ attributes }: ImportFound, attribute: ImportFound['attributes'][number]): void =>
  add(attributes, attribute, ({ id, subject }) => id === attribute.id && subject === attribute.subject);

/** Adds attributes that the source has declared nowhere, with the type of their first value. */
function addUndeclared(
  found: ImportFound,
  subject: AttributeSubject,
  values: Readonly<Record<string, unknown>> = {},
): void {
  for (const [id, value] of Object.entries(values)) {
    if (value === null || value === '') continue;
    const valueType = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes_no' : 'text';
    addAttribute(found, { id, name: id, subject, valueType, choices: [] });
  }
}
