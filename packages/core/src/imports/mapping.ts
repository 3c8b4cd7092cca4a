/** Decides what becomes of users, inboxes, attributes, statuses and tags: proposed, checked, and looked up while writing. */
import {
  type Attribute,
  type AttributeContent,
  attributeFault,
  isDay,
  type StoredAttributes,
} from '@parley/contracts/conversations/attributes';
import {
  attributeChoicesMax,
  attributeKeyMaxLength,
  attributeNameMaxLength,
  attributesMax,
  attributeTextMaxLength,
  tagNameMaxLength,
  tagsMax,
} from '@parley/contracts/conversations/limits';
import { tagColours } from '@parley/contracts/conversations/tags';
import type { ImportFound, ImportMapping } from '@parley/contracts/imports/import';
import { cleanLine } from '@parley/contracts/text/clean-line';
import * as attributes from '@parley/db/attributes/attributes';
import type { Database, Transaction } from '@parley/db/database';
import { findItems } from '@parley/db/imports/items';
import { listMailboxes } from '@parley/db/mail/mailboxes';
import { insertTag, listTags } from '@parley/db/tags/tags';
import { usersByEmail, usersByIds } from '@parley/db/imports/users';
import { listWebsites } from '@parley/db/websites/websites';
import { hashOf, type OpenMapping, storeWritten, type Writing, type Written } from './writing.ts';

/** Returns the mapping that fits best: users by address, inboxes by address or name, attributes by key or name. */
export async function proposeMapping(db: Database, found: ImportFound): Promise<ImportMapping> {
  const emails = found.users.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const [known, websites, mailboxes, ours] = await Promise.all([
    usersByEmail(db, emails),
    listWebsites(db),
    listMailboxes(db),
    attributes.listAttributes(db),
  ]);
  const [only] = websites;
  const keys = new Set(ours.map(({ key }) => key));
  return {
    users: found.users.map(({ id, email }) => ({ id, userId: known.get(email?.toLowerCase() ?? '')?.id ?? null })),
    inboxes: found.inboxes.map(({ id, name, address, isMail }) => {
      const words = [address, name].map((each) => each?.toLowerCase() ?? '');
      const mailbox = mailboxes.find((each) => words.includes(each.address.toLowerCase()));
      const website = websites.find((each) =>
        words.some((word) => word === each.domain || word === each.name.toLowerCase()),
      );
      const single = websites.length === 1 && !isMail ? only : undefined;
      return { id, websiteId: (website ?? single)?.id ?? null, mailboxId: mailbox?.id ?? null };
    }),
    attributes: found.attributes.map(({ id, name, subject }) => {
      const same = ours.find(
        (each) => each.subject === subject && (each.key === id || each.name.toLowerCase() === name.toLowerCase()),
      );
      const key = same?.key ?? freeKey(keyOf(id), keys);
      keys.add(key);
      return { id, subject, key };
    }),
    statuses: found.statuses.map(({ id, isClosed }) => ({ id, isClosed })),
    without: [],
  };
}

/** Returns a valid key for the name of an attribute in another product. */
function keyOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_');
  const key = letters
    .replace(/^[^a-z]+/, '')
    .replace(/_+$/, '')
    .slice(0, attributeKeyMaxLength - 4);
  return key === '' ? 'imported' : key;
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? key : `${key}_${number}`;
    if (!taken.has(tried)) return tried;
  }
}

export async function openMapping(
  db: Transaction,
  mapping: ImportMapping,
  found: ImportFound | null,
): Promise<OpenMapping> {
  const [users, websites, ours] = await Promise.all([
    usersByIds(
      db,
      mapping.users.flatMap(({ userId }) => userId ?? []),
    ),
    listWebsites(db),
    attributes.listAttributes(db),
  ]);
  const userIds = new Map(mapping.users.map(({ id, userId }) => [id, userId]));
  const inboxes = new Map(mapping.inboxes.map((inbox) => [inbox.id, inbox]));
  const mails = new Set(found?.inboxes.flatMap(({ id, isMail }) => (isMail ? id : [])));
  const statuses = new Map(mapping.statuses.map(({ id, isClosed }) => [id, isClosed]));
  const byKey = new Map(ours.map((attribute) => [attribute.key, attribute]));
  const keys = new Map(mapping.attributes.map(({ id, subject, key }) => [`${subject} ${id}`, key]));
  return {
    userOf: (externalId) => users.get(userIds.get(externalId ?? '') ?? ''),
    placeOf(inboxId) {
      const { websiteId = null, mailboxId = null } = inboxes.get(inboxId ?? '') ?? {};
      const website = websites.find(({ id }) => id === websiteId);
      return {
        websiteId: website?.id ?? null,
        websiteDomain: website?.domain ?? null,
        mailboxId,
        isMail: mailboxId !== null || mails.has(inboxId ?? ''),
      };
    },
    isClosed: ({ status, isClosed }) => statuses.get(status) ?? isClosed,
    valuesOf(subject, given = {}, { id, setAt, tally }) {
      const values: StoredAttributes = {};
      for (const [name, value] of Object.entries(given)) {
        const attribute = byKey.get(keys.get(`${subject} ${name}`) ?? '');
        if (attribute?.subject !== subject || value === null || value === undefined || value === '') continue;
        const content = contentOf(attribute, value);
        if (content === undefined) tally.note(subject, 'value_unfit', id);
        else
          values[attribute.key] = { value: content, source: 'representative', setBy: null, setAt: setAt.toISOString() };
      }
      return values;
    },
    tags: ensureTags,
  };
}

/** Returns a value of another product as a value of our attribute; undefined if it can't be one. */
function contentOf(attribute: Attribute, value: unknown): AttributeContent | undefined {
  const text = Array.isArray(value)
    ? value.map(String).join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  const content = convert(attribute.type, cleanLine(text));
  return content !== undefined && attributeFault(attribute, content) === undefined ? content : undefined;
}

function convert(type: Attribute['type'], text: string): AttributeContent | undefined {
  if (type === 'number') return text.trim() === '' ? undefined : Number(text);
  if (type === 'yes_no') {
    if (/^(true|yes|1)$/i.test(text)) return true;
    return /^(false|no|0)$/i.test(text) ? false : undefined;
  }
  if (type === 'date') {
    const day = isDay(text.slice(0, 10))
      ? text.slice(0, 10)
      : new Date(/^\d{9,10}$/.test(text) ? Number(text) * 1000 : text);
    if (typeof day === 'string') return day;
    return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
  }
  return type === 'text' ? text.slice(0, attributeTextMaxLength) : text;
}

/** Creates the attributes that the mapping names and that don't exist. */
export async function ensureAttributes(writing: Writing): Promise<void> {
  const { db, row, tally } = writing;
  const present = await attributes.listAttributes(db);
  const written: Written[] = [];
  for (const { id, subject, key } of row.mapping.attributes) {
    const declared = row.found?.attributes.find((each) => each.id === id && each.subject === subject);
    if (key === null || !declared) continue;
    const contentHash = hashOf(declared);
    const known = present.find((each) => each.key === key);
    if (known) {
      written.push({ externalId: `${subject} ${id}`, targetId: known.id, isNew: false, contentHash });
      continue;
    }
    if (present.filter((each) => each.subject === subject).length >= attributesMax) {
      tally.skip('attribute', 'limit', id);
      continue;
    }
    const choices = [
      ...new Set(declared.choices.map((choice) => cleanLine(choice, attributeNameMaxLength)).filter(Boolean)),
    ];
    const isChoice = declared.valueType === 'choice' && choices.length > 0 && choices.length <= attributeChoicesMax;
    const attribute = await attributes.insertAttribute(db, {
      subject,
      key,
      name: cleanLine(declared.name, attributeNameMaxLength) || key,
      type: declared.valueType === 'choice' && !isChoice ? 'text' : declared.valueType,
      choices: isChoice ? choices : [],
    });
    if (!attribute) continue;
    present.push(attribute);
    written.push({ externalId: `${subject} ${id}`, targetId: attribute.id, isNew: true, contentHash });
  }
  await storeWritten(writing, 'attribute', await unknown(writing, 'attribute', written));
}

async function ensureTags(writing: Writing, names: readonly string[]): Promise<Map<string, string>> {
  const { db, row, tally } = writing;
  const ids = new Map<string, string>();
  if (names.length === 0) return ids;
  const ours = new Map((await listTags(db)).map(({ id, name }) => [name.toLowerCase(), id]));
  const written: Written[] = [];
  for (const given of new Set(names)) {
    const name = cleanLine(given, tagNameMaxLength).trim();
    if (name === '') continue;
    const known = ours.get(name.toLowerCase());
    const colour = tagColours[ours.size % tagColours.length] ?? 'gray';
    const added =
      known === undefined ? await insertTag(db, { name, colour, createdBy: row.createdBy, max: tagsMax }) : undefined;
    if (added?.outcome === 'full') {
      tally.skip('tag', 'limit', name);
      continue;
    }
    const id = known ?? added?.tag.id;
    if (id === undefined) continue;
    ids.set(given, id);
    ours.set(name.toLowerCase(), id);
    written.push({
      externalId: name.toLowerCase(),
      targetId: id,
      isNew: added?.outcome === 'added',
      contentHash: hashOf(name),
    });
  }
  await storeWritten(writing, 'tag', await unknown(writing, 'tag', written));
  return ids;
}

/** Leaves out what has an item already, which says who created it. */
async function unknown(
  { db, row }: Writing,
  kind: 'tag' | 'attribute',
  written: readonly Written[],
): Promise<Written[]> {
  const items = await findItems(
    db,
    row.accountKey,
    kind,
    written.map(({ externalId }) => externalId),
  );
  return written.filter(({ externalId }) => !items.has(externalId));
}
