/** Reads the day of a text: the one it names itself, or a page's metadata. */
import { monthNamed } from '../text/calendar-words.ts';

/** Words before the day of a text, in the languages that the assistant is measured in. */
const announced =
  /(?:last (?:updated?|modified|change)|updated(?: on)?|as of|valid (?:from|since)|effective(?: from)?|revised|stand|aktualisiert(?: am)?|zuletzt geändert|gültig (?:ab|seit)|mis à jour(?: le)?|mise à jour|valable (?:à partir|depuis|dès)|en vigueur|última actualización|actualizado|válido desde|vigente desde|ultimo aggiornamento|aggiornato|valido dal|in vigore dal|ostatnia aktualizacja|zaktualizowano|stan na|obowiązuje od|ważn[yae] od|última atualização|atualizado|válido desde|laatst bijgewerkt|bijgewerkt op|geldig vanaf)[^\d\n]{0,24}/giu;
/** Words before the day that a change begins. */
const beginning =
  /(?:\b(?:from|since|starting|as of|ab|seit|à partir du|dès le|depuis le|desde el|a partir del|dal|dall|vanaf|desde|a partir de)|(?<!\p{L})od)\s+(?:the\s+|dem\s+|le\s+)?/giu;
const longestDate = 40;
const [firstYear, yearsAhead] = [1995, 2];

const pad = (value: number): string => String(value).padStart(2, '0');

function valid(year: number, month: number, day: number): string | null {
  const isReal = year >= firstYear && year <= new Date().getUTCFullYear() + yearsAhead;
  if (!isReal || month < 1 || month > 12 || day < 1 || day > 31) return null;
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** Returns the date that a text begins with, as `2026-03-01`; null if it begins with none. */
export function dateAtStart(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?/.exec(text);
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1));
  const numeric = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text);
  if (numeric) {
    const [day, month] = [Number(numeric[1]), Number(numeric[2])];
    return valid(Number(numeric[3]), month > 12 ? day : month, month > 12 ? month : day);
  }
  const named = /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+|of\s+)?(\p{L}{3,24})\.?,?\s+(?:de\s+)?(\d{4})/iu.exec(
    text,
  );
  if (named) return valid(Number(named[3]), monthNamed(named[2] ?? '') ?? 0, Number(named[1]));
  const american = /^(\p{L}{3,24})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})/iu.exec(text);
  if (american) return valid(Number(american[3]), monthNamed(american[1] ?? '') ?? 0, Number(american[2] ?? 1));
  return null;
}

function datesAfter(text: string, words: RegExp): string[] {
  return [...text.matchAll(words)].flatMap(({ 0: found, index }) => {
    const from = index + found.length;
    return dateAtStart(text.slice(from, from + longestDate)) ?? [];
  });
}

/** Characters of a text in which its day is looked for. */
const looked = 20_000;

/** Returns the day of a text; null if it has none. `metadata` are dates of its page, the best first. */
export function dateOf(title: string, markdown: string, metadata: readonly (string | null)[] = []): string | null {
  const text = markdown.slice(0, looked);
  const [own] = datesAfter(text, announced).toSorted().toReversed();
  if (own) return own;
  const [begins] = datesAfter(title, beginning);
  if (begins) return begins;
  const given = metadata.flatMap((each) => (each === null ? [] : (dateAtStart(each.trim()) ?? [])));
  if (given[0] !== undefined) return given[0];
  const year = /(?<!\d)((?:19|20)\d{2})(?!\d)/.exec(title)?.[1];
  // A text of a year that is over was valid to its end.
  return year !== undefined && Number(year) < new Date().getUTCFullYear() ? valid(Number(year), 12, 31) : null;
}
