/**
 * Text form of the hand-off summary: the reason, and below it what is known so far, each in a line of its own.
 * It is stored and sent in English, which mails and other programs show as it is. Clients that show it in other
 * languages parse it again, line by line.
 */
import type { HandOffPacket } from './hand-off-packet.ts';
import { say, type Said } from '../sayings.ts';
import { handOffParts, handOffReasons } from '../sayings/hand-off.ts';

export interface HandOff {
  /** A sentence in one line. */
  reason: string;
  asked: string | null;
  facts: readonly string[];
  tried: readonly string[];
  /** Worth a line where it is not calm. */
  mood?: HandOffPacket['mood'] | undefined;
  /** Language of the customer; it adds a line unless it is English. */
  language?: string | undefined;
  /** Adds a line unless `unknown`. */
  identity?: HandOffPacket['identity'] | undefined;
  team?: HandOffPacket['team'] | undefined;
}

const moodSayings = { worried: 'hand_off_mood_worried', upset: 'hand_off_mood_upset' } as const;

const identitySayings = { confirmed: 'hand_off_identity_confirmed', written: 'hand_off_identity_written' } as const;

export const handOffText = ({
  reason,
  asked,
  facts,
  tried,
  mood = 'calm',
  language = 'en',
  identity = 'unknown',
  team,
}: HandOff): string =>
  [
    reason,
    ...(asked ? [say('hand_off_asked', { text: asked }).english] : []),
    ...(facts.length > 0 ? [say('hand_off_facts', { text: facts.join('; ') }).english] : []),
    ...(tried.length > 0 ? [say('hand_off_tried', { text: tried.join(' / ') }).english] : []),
    ...(mood === 'calm' ? [] : [say(moodSayings[mood]).english]),
    ...(language === 'en' ? [] : [say('hand_off_language', { language }).english]),
    ...(identity === 'unknown' ? [] : [say(identitySayings[identity]).english]),
    ...(team ? [say('hand_off_team', { team: team.name }).english] : []),
  ].join('\n');

/** The lines of such a text, those by their codes that are sentences of the product's and not the model's own words. */
export const handOffLines = (text: string): { english: string; said: Said | null }[] =>
  text
    .split('\n')
    .map((english, index) => ({ english, said: saidIn(english, index === 0 ? handOffReasons : handOffParts) }));

function saidIn(line: string, sentences: Readonly<Record<string, string>>): Said | null {
  for (const [code, sentence] of Object.entries(sentences)) {
    const values = valuesIn(line, sentence);
    if (values) return { code, values };
  }
  return null;
}

/** Returns the values of a line's placeholders; null if the line doesn't match the sentence. */
function valuesIn(line: string, sentence: string): Record<string, string> | null {
  const [start = '', ...rest] = sentence.split(/\{(\w+)\}/);
  if (rest.length === 0) return line === sentence ? {} : null;
  if (!line.startsWith(start)) return null;
  const values: Record<string, string> = {};
  let from = start.length;
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', between = ''] = rest.slice(index, index + 2);
    const isLast = index + 2 === rest.length;
    const end = isLast ? line.length - between.length : line.indexOf(between, from);
    if (end < from || !line.startsWith(between, end)) return null;
    values[name] = line.slice(from, end);
    from = end + between.length;
  }
  return values;
}
