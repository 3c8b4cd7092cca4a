/** Splits an answer into sentences, each with the numbers of the passages it cites. */
import { monthNamed } from './calendar-words.ts';

export interface CitedSentence {
  /** Text as it is shown: without the numbers, with the blanks and breaks around it. */
  text: string;
  /** The passages it names, as they were numbered in the prompt; empty where it names none. */
  cited: number[];
}

/** `[1]`, `[1, 2]`, `[^1]` and `【1】`, as models write them. */
const marker = /[ \t]*(?:\[\^?\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]|【\d{1,3}(?:†[^】]{0,40})?】)/g;
const markersAhead = new RegExp(`^(?:${marker.source})+`);
/** Matches an end of the text that could still become a number in brackets. */
const growingMarker = /^\s*[[【]?[\^\d\s,;]*$/;
/** A full stop behind these ends no sentence. */
const abbreviated =
  /(?:^|[\s(])(?:\p{L}|z\. ?B|d\. ?h|u\. ?a|e\. ?g|i\. ?e|a\. ?m|p\. ?m|ca|approx|bzw|inkl|zzgl|incl|excl|vs|etc|min|max|st|dr|mr|mrs|ms|no|nr|núm|tel|art|ex|env|sr|sra|szt|np|ok)\.\s*$/iu;
/** Longer than any spoken sentence: reading on adds nothing. */
const longestSentence = 2_000;

/** Abbreviations and days of a month are shorter. */
const longestTail = 40;

const ending = /[.!?…。！？؟\n]/;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The sentences of a text; joined they are the text. */
export function sentencesIn(text: string): string[] {
  const found: string[] = [];
  // Only the end is kept: reading all of ten thousand joined parts again for each would be slow.
  let tail = '';
  for (const { segment } of segmenter.segment(text)) {
    const before = found.at(-1);
    const ahead = markersAhead.exec(segment)?.[0] ?? '';
    const rest = segment.slice(ahead.length);
    if (before !== undefined && ahead !== '') {
      found[found.length - 1] = before + ahead;
      tail = (tail + ahead).slice(-longestTail);
    }
    if (rest === '') continue;
    const last = found.at(-1);
    // An abbreviation, or nothing but punctuation, belongs to its neighbour.
    if (last !== undefined && (abbreviated.test(tail) || isOrdinal(tail, rest) || !/[\p{L}\p{N}]/u.test(rest))) {
      found[found.length - 1] = last + rest;
      tail = (tail + rest).slice(-longestTail);
    } else {
      found.push(rest);
      tail = rest.slice(-longestTail);
    }
  }
  return found;
}

/** The day of a month, as many languages write it: "3. März". */
const isOrdinal = (before: string, behind: string): boolean =>
  /(?:^|\D)\d{1,2}\.\s*$/.test(before) && monthNamed(/^\s*(\p{L}+)/u.exec(behind)?.[1] ?? '') !== undefined;

function citedSentence(text: string): CitedSentence {
  const cited = new Set<number>();
  for (const [found] of text.matchAll(marker)) for (const [digits] of found.matchAll(/\d+/g)) cited.add(Number(digits));
  return { text: text.replaceAll(marker, ''), cited: [...cited] };
}

/** Takes an answer as it is written, and gives its sentences back as soon as each is whole. */
export function sentenceStream(): { push(piece: string): CitedSentence[]; end(): CitedSentence[] } {
  let held = '';
  const rest = (): CitedSentence[] => {
    const sentences = sentencesIn(held);
    held = '';
    return sentences.map(citedSentence);
  };
  return {
    push(piece) {
      held += piece;
      if (held.length > longestSentence) return rest();
      if (!ending.test(held)) return [];
      const sentences = sentencesIn(held);
      const last = sentences.pop() ?? '';
      // A number in brackets may follow that belongs to the sentence before.
      const isGrowing = growingMarker.test(last) && last.length < 40;
      const isPerhapsDate = /\d\.\s*$/.test(sentences.at(-1) ?? '') && !/^\s*\p{L}+\P{L}/u.test(last);
      if (isGrowing || isPerhapsDate) {
        const before = sentences.pop();
        held = (before ?? '') + last;
      } else held = last;
      return sentences.map(citedSentence);
    },
    end: rest,
  };
}
