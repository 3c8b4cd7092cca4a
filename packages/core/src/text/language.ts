/**
 * Detects the language of a customer precisely enough to choose a fixed text: by script if it is unique, otherwise by
 * small frequent words, then by the browser's language, then English.
 */
import { folded } from '@parley/contracts/filter/search-text';

export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ja', 'zh', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Frequent words that the other languages lack or rarely use. */
const words: Partial<Record<Language, string>> = {
  en: 'the is are you my have has what where when how can could please and with this that do does not want need hello hi thanks order much many will would which who your it of to be at did been about into there any some still also only after before until than then they them our its these those buy sell get see ship send take takes long far me or if on by out while so too again why whose whom am just got we i an she us all but or had were no',
  de: 'der die das ist sind ich sie wir mein meine habe hat was wo wann wie kann bitte und mit nicht ein eine hallo danke bestellung möchte für auf viel viele kostet ihr euer eure gibt den dem zu im von bei welche welcher wer aber auch noch nur oder wenn ob dass nach aus über unter durch bis seit ohne gegen um an am zur zum des einen einem einer eines keine kein hätte könnte können könnt muss müssen darf dürfen soll werden wird wurde wurden sein war geht bekomme schon immer mehr hier mir mich uns ihnen ihre ihren dieser diese dieses jede alle etwas welchem welchen wem wen warum woher wohin sehr lange oft liefert verkauft bieten verschickt man vielen vieler solange denn mal beim jeden jedem jeder gilt',
  fr: 'le la les est sont je vous nous mon ma mes ai que où quand comment puis svp et avec pas une un bonjour merci commande voudrais pour dans du des combien coûte pèse avez êtes votre vos quel quelle quels quelles faut cette au en y ce ces cet il elle ils elles on se sa son ses leur leurs notre nos ou mais donc si sur avant après depuis entre chez sans par aussi plus moins très peut peux pouvez peuvent pouvons doit dois devez fait faire faites coûtent livrez vendez proposez acheter heure heures jour jours fois ça vers qu c j ne ni jusqu lors',
  es: 'el la los las es son yo usted mi mis he qué dónde cuándo cómo puedo favor y con no una un hola gracias pedido quiero para por está del cuánto cuánta cuántos cuántas cuesta pesa tiene tenéis hay hasta desde cuál vuestro vuestra al en se os cada lo le les su sus unos unas este esta esto ese esa pero si sobre entre sin tengo tenemos tienen hace hacen hacer puede pueden podéis podemos puedes cuáles quién quiénes adónde también más menos muy ya aún todavía tarda tardan vale cuestan comprar enviar pagar días horas años necesito vuestros vuestras nuestro nuestra nos me te va van hacéis vendéis enviáis abrís otro otra',
  pt: 'o a os as é são eu você meu minha tenho que onde quando como posso favor e com não uma um olá oi obrigado obrigada pedido quero para por está do da uns umas dos das no na nos nas pelo pela ao à às ou mas se também mais menos muito já ainda qual quais quem quanto quanta quantos quantas custa custam pode podem podemos tem têm temos há fazem faz vocês vende vendem envia enviam aceita aceitam dias sem sobre até desde entre isto isso este esta',
  it: 'il lo gli è sono io lei mio mia ho che dove quando come posso favore e con non una un ciao grazie ordine voglio vorrei per di del della quanto quanta quanti quante costa pesa avete vostro vostra quale quali ogni vi ci mi alla al nel hanno bisogna si se ne la le li uno dei delle degli dello dalla dal dai dalle nella nei sul sulla sulle da su tra fra ma anche più meno molto ancora sempre chi perché cosa questo questa siete siamo hai abbiamo puoi può possiamo potete possono devo deve dovete fate fa fare vendete spedite accettate offrite aprite chiudete viene vengono va vanno giorni giorno ore anni anno costano presso entro ti',
  nl: 'de het is zijn ik u jij mijn heb heeft wat waar wanneer hoe kan alstublieft en met niet een hallo bedankt bestelling wil graag voor op of maar ook nog al er hier daar dat dit deze die wie welke hoeveel waarom kunnen kunt moet moeten mag mogen wordt worden was hebben hebt jullie jou jouw uw we wij ons onze hun ze zij hij om te door over uit naar tot bij aan tegen zonder na vanaf geen meer veel kost vaak mij',
  pl: 'jest są ja pan pani mój moja mam ma co gdzie kiedy jak mogę proszę i z nie dzień dobry dziękuję zamówienie chcę dla na się czy w ile kosztuje waży od jaki jaka jakie wasz wasza macie kto której trzeba jaką o u do po za przez przy pod nad bez ale lub albo ani był była będzie możecie można może mogą mają mamy muszę musi ilu jakim którym którego które która kim komu czym tak już jeszcze tylko też bardzo więcej dni dziennie godzin lat kosztują sprzedajecie wysyłacie obowiązuje trwa ten ta to tej tego tym sobie jakiej waszym nam wam czyli',
  tr: 've bir bu ben siz benim var yok ne nerede zaman nasıl lütfen ile değil merhaba teşekkürler sipariş istiyorum için mi mı mu',
};
/** Letters and signs that one of the languages has alone. */
const signs: readonly (readonly [Language, RegExp])[] = [
  ['de', /ß/i],
  ['fr', /œ/i],
  ['es', /[¿¡]/],
  ['pt', /[ãõ]/i],
  ['pl', /[ąęłśźż]/i],
  ['tr', /[ğşı]/],
];
const vocabulary = Object.entries(words).map(([language, list]) => ({
  language: language as Language,
  words: new Set(list.split(' ')),
}));

const frequent: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(words).map(([language, list]) => [language, new Set(list.split(' ').map(folded))]),
);

/** Returns true for a word of a language that is frequent whatever a text is about; `word` is folded. */
export const isFrequent = (word: string, language: string): boolean => frequent.get(language)?.has(word) ?? false;

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
  for (const [language, sign] of signs) if (sign.test(text)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [best, second] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return { best: best?.[0], found: best?.[1] ?? 0, isSure: best !== undefined && best[1] > (second?.[1] ?? 0) };
}
