/** Tells which kind of value a question asks for, and whether a text has one: an amount, a weight, a time, a number. */
import { tokensOf } from '@parley/contracts/filter/search-text';
import type { Language } from '../text/language.ts';
import { monthNamed, weekdayNamed } from '../text/calendar-words.ts';
import { currencies, numberWord, unitOf } from './grounding/number-words.ts';

/** Words of a part of a text. */
interface AskedText {
  text: string;
  language: Language;
  /** Folded words of the titles above it and of the question: their numbers are no answer. */
  known: ReadonlySet<string>;
}

interface Kind {
  /** Matches questions that ask for it. */
  question: RegExp;
  isIn: (part: AskedText) => boolean;
}

const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);
const anyWord = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})`, 'iu');

const often = anyWord(
  `once|twice|daily|weekly|monthly|yearly|annual|every|after each|each time|never|always|lifetime|unlimited|half|quarter|
einmal|zweimal|täglich|wöchentlich|monatlich|jährlich|jede[nrs]?(?!\\p{L})|nach jede|nie(?!\\p{L})|immer|lebenslang|unbegrenzt|halb
|une fois|quotidien|chaque|tous les|toutes les|hebdomadaire|mensuel|annuel|jamais|toujours|à vie|illimité|demi
|una vez|diari|semanal|mensual|anual|cada|todos los|nunca|siempre|de por vida|ilimitad|medi[oa]
|una volta|quotidian|giornalier|settimanal|mensil|annual|ogni|dopo ogni|mai(?!\\p{L})|sempre|a vita|illimitat|mezz[ao]
|uma vez|diári|mensal|todos os|vitalíci
|eenmaal|dagelijks|wekelijks|maandelijks|jaarlijks|elke|nooit|altijd|levenslang|onbeperkt
|raz(?!\\p{L})|codzien|tygodni|miesięczn|roczn|każd|nigdy|zawsze|dożywot|pół`.replaceAll('\n', ''),
);
const free = anyWord(
  'free|included|gratis|kostenlos|kostenfrei|inbegriffen|gratuit|offert|compris|inclus|incluid|incluso|compres|omaggio|kosteloos|inbegrepen|bezpłatn|darmow|w cenie',
);
const soon = anyWord(
  'as soon as|once|when|until|immediately|at once|tomorrow|today|sobald|wenn|sofort|heute|morgen|umgehend|dès|lorsque|quand|immédiat|en cuanto|cuando|inmediat|hoy|mañana|appena|quando|subito|oggi|domani|assim que|imediat|zodra|wanneer|meteen|gdy|kiedy|natychmiast|od razu|dziś|jutro',
);
const weights = /(?<![\p{L}])(?:kg|kilo\p{L}*|g|gr|gram\p{L}*|lbs?|pounds?|oz|ton\p{L}*)(?!\p{L})/iu;
const lengths = /(?<![\p{L}])(?:mm|cm|m|km|inch\p{L}*|met[er]\p{L}*|miles?)(?!\p{L})/iu;
const clock = /\d{1,2}[:.]\d{2}(?!\d)|\d{1,2}\s?(?:am|pm|uhr|h)(?!\p{L})/iu;
const spans: ReadonlySet<string> = new Set(['minute', 'hour', 'day', 'week', 'month', 'year']);

/** A number that neither a title nor the question has, or a word for one. */
const hasNumber = ({ text, language, known }: AskedText): boolean =>
  wordsOf(text).some((word) => !known.has(word) && (/\d/.test(word) || numberWord(word, language) !== undefined)) ||
  often.test(text);

const kinds: readonly Kind[] = [
  {
    question: anyWord(
      'how expensive|how much (?:do(?:es)? .{1,80} |will .{1,80} )?(?:cost|charge)|what (?:is|are|do(?:es)?|will) .{0,80}(?:cost|price|fee)|was kostet|wie teuer|wie viel kostet|wieviel kostet|combien coûte|quel (?:est le prix|prix)|cuánto cuesta|qué precio|quanto cost|ile kosztuj|hoeveel kost|wat kost',
    ),
    isIn: ({ text }) =>
      /\p{Sc}|%/u.test(text) ||
      free.test(text) ||
      wordsOf(text).some((word) => {
        const unit = unitOf(word);
        return unit !== undefined && currencies.has(unit);
      }),
  },
  {
    question: anyWord(
      'how heavy|how much do(?:es)? .{1,80}weigh|wie schwer|wie viel wiegt|wieviel wiegt|combien pèse|cuánto pesa|quanto pesa|ile waży|hoe zwaar|hoeveel weegt',
    ),
    isIn: (part) => weights.test(part.text) && hasNumber(part),
  },
  {
    question: anyWord(
      'how (?:long|fast|quick|soon)|wie (?:lange|schnell)|combien de temps|cuánto tiempo|cuánto tarda|quanto (?:tempo|ci mette)|jak (?:długo|szybko)|ile trwa|hoe ?(?:lang|snel)',
    ),
    isIn: ({ text }) =>
      often.test(text) ||
      soon.test(text) ||
      lengths.test(text) ||
      clock.test(text) ||
      wordsOf(text).some((word) => spans.has(unitOf(word) ?? '')),
  },
  {
    question: anyWord(
      'when(?!\\p{L})|what time|until when|wann|um wie viel uhr|quand(?!\\p{L})|à quelle heure|cuándo|qué hora|a che ora|quando(?!\\p{L})|kiedy|o której|wanneer|hoe laat',
    ),
    isIn: (part) =>
      hasNumber(part) ||
      soon.test(part.text) ||
      wordsOf(part.text).some((word) => weekdayNamed(word) !== undefined || monthNamed(word) !== undefined),
  },
  {
    question: anyWord(
      'how (?:much|many|often|far|big|high|tall|wide|deep|old|loud)|which number|wie (?:viele?|oft|hoch|groß|weit|breit|tief|alt|laut)|wieviel|ab welche[mr]?|combien|quelle? (?:montant|fréquence|taille|hauteur|largeur|puissance|capacité)|cuánt[oa]s?|quant[oaie](?!\\p{L})|ile|ilu|jak (?:często|duż|wysok|głośn)|hoeveel|hoe (?:vaak|groot|hoog|breed)',
    ),
    isIn: hasNumber,
  },
  {
    question:
      /(?:phone|telephone|telefon)[\p{L}\s-]{0,20}(?:numb|numm)|telefonnummer|numéro de téléphone|número de teléfono|numero di telefono|numer telefonu|telefoonnummer/iu,
    isIn: ({ text }) => /\d(?:[\s()/.-]{0,3}\d){5}/.test(text),
  },
  {
    question:
      /e-?mail[ -]?addr?ess|adresse (?:e-?)?mail|dirección de correo|indirizzo (?:e-?)?mail|adres (?:e-?)?mail|e-?mailadres/iu,
    isIn: ({ text }) => text.includes('@'),
  },
];

/** Returns a test for the value that a question asks for; null if it asks for none that can be recognised. */
export function askedValue(question: string): ((part: AskedText) => boolean) | null {
  return kinds.find((kind) => kind.question.test(question))?.isIn ?? null;
}
