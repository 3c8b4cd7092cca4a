/** Finds active content in Office documents: ECMA-376 (Word, Excel, PowerPoint) and OpenDocument. */
import type { ActiveContent } from '@parley/contracts/messages/attachments';
import { isProgramName } from '@parley/contracts/messages/program-names';
import { DOMParser } from 'linkedom';
import { textOf } from '../text/decode.ts';
import { FileRefused } from './refusal.ts';
import { type Budget, climbsOut, readEntry, zipEntries, type ZipEntry } from './zip.ts';

/** Bytes that are unpacked of one document to look into them. */
const mostUnpacked = 96 * 1024 * 1024;
/** Relationships of a part are few and short. */
const longestList = 4 * 1024 * 1024;

const macros =
  /(?:^|\/)(?:vbaProject[^/]*\.bin|vbaData\.xml)$|(?:^|\/)macrosheets\/|^Basic\/.+\/(?!script-l[bc]\.xml$)[^/]+$|^Scripts\/./i;
const macroTypes = /macroEnabled|vbaProject|macrosheet/i;

/** Parts that are programs, or documents within the document; a chart brings its numbers as a workbook. */
const controls = /(?:^|\/)activeX\//i;
const embedded = /(?:^|\/)embeddings\/(?!.*\.(?:xlsx|docx|pptx|xml|rels)$)./i;
const fields = /(?:^|\/)word\/[^/]+\.xml$/i;
const tables = /(?:^|\/)xl\/externalLinks\/[^/]+\.xml$/i;
const openDocument = /^(?:content|styles)\.xml$/i;

/**
 * @throws FileRefused `unsafe` for a document with macros or with paths that lead out of it, `damaged` for one that is cut
 */
export async function activeContentOfOffice(file: Buffer): Promise<ReadonlySet<ActiveContent>> {
  const entries = safeEntries(file);
  if (entries.some(({ names }) => names.some((name) => macros.test(name)))) throw new FileRefused('unsafe');
  const found = new Set<ActiveContent>();
  const budget: Budget = { bytes: mostUnpacked };
  for (const entry of entries) {
    const [name = ''] = entry.names;
    if (controls.test(name) || isProgramName(name)) found.add('program');
    if (embedded.test(name)) found.add('embedded_file');
    const search = searches.find(([names]) => names.test(name))?.[1];
    if (!search) continue;
    const bytes = await readEntry(file, entry, budget);
    if (bytes === null) found.add('unsearched');
    else search(textOf(bytes, null, true), found);
  }
  return found;
}

/** Programs in an archive. @throws FileRefused `unsafe` for paths that lead out of it, `damaged` for one that is cut */
export function activeContentOfArchive(file: Buffer): ReadonlySet<ActiveContent> {
  const hasPrograms = safeEntries(file).some(({ names }) => names.some(isProgramName));
  return new Set(hasPrograms ? (['program'] as const) : []);
}

function safeEntries(file: Buffer): ZipEntry[] {
  const entries = zipEntries(file);
  if (entries.some(climbsOut)) throw new FileRefused('unsafe');
  return entries;
}

type Search = (xml: string, found: Set<ActiveContent>) => void;

const searches: readonly [names: RegExp, Search][] = [
  [
    /^\[Content_Types\]\.xml$/i,
    (xml) => {
      if (macroTypes.test(xml)) throw new FileRefused('unsafe');
    },
  ],
  [/\.rels$/i, findRelationships],
  [fields, findFields],
  [
    tables,
    (xml, found) => {
      if (/<(?:[\w.-]+:)?(?:ddeLink|oleLink)\b/.test(xml)) found.add('command');
    },
  ],
  [
    openDocument,
    (xml, found) => {
      if (/<(?:office|text|table):dde-(?:source|connection|link)\b/.test(xml)) found.add('command');
      if (/vnd\.sun\.star\.script:|<script:event-listener\b/.test(xml)) found.add('script');
      if (
        /<(?:text:section-source|draw:(?:image|object|object-ole|plugin))\s[^<>]{0,2000}xlink:href="(?:https?:|file:|\/\/|\.\.\/)/i.test(
          xml,
        )
      )
        found.add('external');
    },
  ],
];

/** Links of a document that lead out of it, but for those that a reader follows by a click. */
function findRelationships(xml: string, found: Set<ActiveContent>): void {
  if (xml.length > longestList) {
    found.add('unsearched');
    return;
  }
  for (const element of new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('*')) {
    if (!/(?:^|:)Relationship$/.test(element.localName) || element.getAttribute('TargetMode')?.trim() !== 'External')
      continue;
    const type = element.getAttribute('Type') ?? '';
    const target = element.getAttribute('Target')?.trim() ?? '';
    if (/\/attachedTemplate$/i.test(type)) found.add('remote_template');
    else if (!/\/hyperlink$/i.test(type) || !/^(?:https?:|mailto:|tel:|#)/i.test(target)) found.add('external');
  }
}

/** Fields of Word that run a command or fetch something. A field may be cut into runs at will. */
function findFields(xml: string, found: Set<ActiveContent>): void {
  const pieces: string[] = [];
  for (const [, name, attributes = '', content = ''] of xml.matchAll(
    /<(?:[\w.-]{1,20}:)?(instrText|fldChar|fldSimple)\b([^<>]{0,20000})>?([^<]*)/g,
  )) {
    if (name === 'fldChar') pieces.push(' ');
    else pieces.push(name === 'fldSimple' ? ` ${attributes} ` : content);
  }
  const text = pieces.join('').replaceAll('&quot;', '"');
  const instructions = text.replaceAll(/&#(x?)([0-9a-f]{1,6});/gi, (_, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
  if (/\bDDE(?:AUTO)?\b/i.test(instructions) || /DDE/i.test(quotedLetters(instructions))) found.add('command');
  if (/\bINCLUDE(?:TEXT|PICTURE)\b[^\n]{0,40}(?:https?:|file:|\\\\)/i.test(instructions)) found.add('external');
}

/** Returns what nested QUOTE fields write by numbers of letters, which Word joins to the instruction around them. */
function quotedLetters(instructions: string): string {
  const lists = instructions.matchAll(/\bQUOTE\s{1,20}"?((?:(?:0x[0-9a-f]{1,5}|\d{1,6})["\s]{0,20}){1,500})/gi);
  const numbers = [...lists].flatMap(([, list = '']) => list.match(/0x[0-9a-f]{1,5}|\d{1,6}/gi) ?? []);
  return numbers.map((number) => String.fromCharCode(Number(number))).join('');
}
