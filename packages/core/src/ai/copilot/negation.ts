/** Compares how often two texts in one language deny something: translations easily lose a negation unnoticed. */
import { type Language, languageOf } from '@parley/contracts/text/languages';

/** Negating words that are written separately. */
const words: Partial<Record<Language, RegExp>> = {
  en: /\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|cannot)\b|n['’]t\b/giu,
  de: /(?<!\p{L})(?:nicht|nichts|nie|niemals|niemand\p{L}*|kein\p{L}*|nirgends|weder|ohne)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:ne|n['’]|jamais|rien|aucune?|sans|ni|personne)(?!\p{L}{2})/giu,
  es: /(?<!\p{L})(?:no|nunca|jamás|nada|nadie|ningún|ninguna?|ni|sin|tampoco)(?!\p{L})/giu,
  pt: /(?<!\p{L})(?:não|nunca|jamais|nada|ninguém|nenhuma?|nem|sem)(?!\p{L})/giu,
  it: /(?<!\p{L})(?:non|mai|niente|nulla|nessun[oa]?|né|senza)(?!\p{L})/giu,
  nl: /(?<!\p{L})(?:niet|niets|nooit|niemand|geen|nergens|noch|zonder)(?!\p{L})/giu,
  pl: /(?<!\p{L})(?:nie|nigdy|nic|nikt|żad(?:en|na|ne|nych|nego)|ani|bez)(?!\p{L})/giu,
  tr: /(?<!\p{L})(?:değil\p{L}*|yok\p{L}*|hiç\p{L}*|asla|ne)(?!\p{L})|(?<!\p{L})\p{L}+(?:ma|me|mı|mi|mu|mü)(?:yor|dı|di|du|dü|z|yacak|yecek|dan|den)\p{L}*/giu,
  ja: /ない|なかっ|なく|ません|ずに|ぬ(?=。|$)/gu,
  zh: /不|没|沒|无|無|未|别|別|勿/gu,
  ar: /(?<!\p{L})(?:لا|لم|لن|ليس\p{L}*|غير|ما|بدون|دون)(?!\p{L})/gu,
};

const sentencesOf = (text: string, language: Language): string[] =>
  [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');

/**
 * Returns true if both texts deny the same: compared sentence by sentence if the number of sentences is equal,
 * otherwise as a whole. Returns true for languages without a word list.
 */
export function deniesAlike(one: string, other: string, tag: string): boolean {
  const language = languageOf(tag);
  const denying = language && words[language];
  if (!denying) return true;
  const countIn = (text: string): number => text.match(denying)?.length ?? 0;
  const [ones, others] = [sentencesOf(one, language), sentencesOf(other, language)];
  if (ones.length !== others.length) return countIn(one) === countIn(other);
  return ones.every((sentence, at) => countIn(sentence) > 0 === countIn(others[at] ?? '') > 0);
}
