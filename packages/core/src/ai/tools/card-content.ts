/** Turns the answer of a system into the content of a card: fields, tables or a text, each cut to what a panel can show. */
import { isObject, type Json } from '@parley/contracts/json';
import type { CardContent } from '@parley/contracts/assistant/tools';
import { cleanLine } from '@parley/contracts/text/clean-line';

const longestText = 4_000;
const longestValue = 300;
const longestName = 60;
const mostFields = 40;
const mostTables = 5;
const mostColumns = 6;
const mostRows = 20;
/** Levels of nested objects that become fields; deeper ones are shown as JSON. */
const mostLevels = 3;

/** Returns the content for an answer, without the secrets that the call was made with. */
export function cardContent(answer: unknown, secrets: readonly string[]): CardContent {
  const content: CardContent = { text: null, fields: [], tables: [] };
  const withoutSecrets = (text: string) => secrets.reduce((seen, secret) => seen.replaceAll(secret, '…'), text);
  const plain = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    return withoutSecrets(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const line = (value: unknown): string => cleanLine(plain(value), longestValue);
  const label = (name: string): string => cleanLine(withoutSecrets(name.replaceAll(/[_.]+/g, ' ')), longestName);

  function addField(name: string, value: unknown): void {
    const shown = line(value);
    if (content.fields.length < mostFields && shown !== '') content.fields.push({ name: label(name), value: shown });
  }

  function addList(name: string, list: readonly unknown[]): void {
    const rows = list.filter(isObject);
    if (rows.length === 0) return addField(name, list.map(plain).join(', '));
    if (content.tables.length >= mostTables) return;
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, mostColumns);
    content.tables.push({
      title: label(name),
      columns: columns.map(label),
      rows: rows.slice(0, mostRows).map((row) => columns.map((column) => line(row[column]))),
    });
  }

  function addObject(path: string, object: Json, level: number): void {
    for (const [key, value] of Object.entries(object)) {
      const name = path === '' ? key : `${path} ${key}`;
      if (Array.isArray(value)) addList(name, value);
      else if (isObject(value) && level < mostLevels) addObject(name, value, level + 1);
      else addField(name, value);
    }
  }

  if (Array.isArray(answer) && answer.some(isObject)) addList('', answer);
  else if (isObject(answer)) addObject('', answer, 1);
  else {
    const text = Array.isArray(answer) ? answer.map(plain).join('\n') : plain(answer);
    content.text = text.replaceAll('\0', '').toWellFormed().slice(0, longestText).trim() || null;
  }
  return content;
}
