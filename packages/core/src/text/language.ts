/**
 * Detects the language of a customer precisely enough to choose a fixed text: by script if it is unique, otherwise by
 * small frequent words, then by the browser's language, then English.
 */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ja', 'zh', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Frequent words that the other languages lack or rarely use. */
const words: Partial<Record<Language, string>> = {
  en: 'the is are you my have has what where when how can could please and with this that do does not want need hello hi thanks order much many will would which who your it of to be at',
  de: 'der die das ist sind ich sie wir mein meine habe hat was wo wann wie kann bitte und mit nicht ein eine hallo danke bestellung möchte für auf viel viele kostet ihr euer eure gibt den dem zu im von bei welche welcher wer',
  fr: 'le la les est sont je vous nous mon ma mes ai que où quand comment puis svp et avec pas une un bonjour merci commande voudrais pour dans du des combien coûte pèse avez êtes votre vos quel quelle quels quelles faut cette au en y',
  es: 'el la los las es son yo usted mi mis he qué dónde cuándo cómo puedo favor y con no una un hola gracias pedido quiero para por está del cuánto cuánta cuántos cuántas cuesta pesa tiene tenéis hay hasta desde cuál vuestro vuestra al en se os cada',
  pt: 'o a os as é são eu você meu minha tenho que onde quando como posso favor e com não uma um olá oi obrigado obrigada pedido quero para por está do da',
  it: 'il lo gli è sono io lei mio mia ho che dove quando come posso favore e con non una un ciao grazie ordine voglio vorrei per di del della quanto quanta quanti quante costa pesa avete vostro vostra quale quali ogni vi ci mi alla al nel è hanno bisogna',
  nl: 'de het is zijn ik u jij mijn heb heeft wat waar wanneer hoe kan alstublieft en met niet een hallo bedankt bestelling wil graag voor op',
  pl: 'jest są ja pan pani mój moja mam ma co gdzie kiedy jak mogę proszę i z nie dzień dobry dziękuję zamówienie chcę dla na się czy w ile kosztuje waży od jaki jaka jakie jest wasz wasza macie kto której trzeba ma gdzie jaką',
  tr: 've bir bu ben siz benim var yok ne nerede zaman nasıl lütfen ile değil merhaba teşekkürler sipariş istiyorum için mi mı mu',
};
const vocabulary = Object.entries(words).map(([language, list]) => ({
  language: language as Language,
  words: new Set(list.split(' ')),
}));

function isLanguage(text: string | undefined): text is Language {
  return languages.some((language) => language === text);
}

/** Returns the language of `text`; `locale` is the browser's (`pt-BR`), used if the text is too short. */
export function detectLanguage(text: string, locale?: string | null): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  if (/\p{Script=Arabic}/u.test(text)) return 'ar';
  const { best, isSure } = byWords(text);
  if (best && isSure) return best;
  const fromLocale = locale?.slice(0, 2).toLowerCase();
  if (isLanguage(fromLocale)) return fromLocale;
  return best ?? 'en';
}

/** Returns the language if at least two words belong to it alone; otherwise undefined. */
export function sureLanguage(text: string): Language | undefined {
  const { best, isSure, found } = byWords(text);
  return isSure && found >= 2 ? best : undefined;
}

function byWords(text: string): { best: Language | undefined; found: number; isSure: boolean } {
  const counts = new Map<Language, number>();
  for (const word of text.toLocaleLowerCase('en').match(/\p{L}+/gu) ?? []) {
    for (const each of vocabulary) {
      if (each.words.has(word)) counts.set(each.language, (counts.get(each.language) ?? 0) + 1);
    }
  }
  const [best, second] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return { best: best?.[0], found: best?.[1] ?? 0, isSure: best !== undefined && best[1] > (second?.[1] ?? 0) };
}
