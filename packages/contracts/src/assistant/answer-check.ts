/** Question whether an answer of the assistant helped, in the customer's language. The server writes all of it. */
import type { Language } from '../text/languages.ts';

export interface AnswerCheck {
  question: string;
  /** Solved, not yet, and a person, in this order. */
  choices: readonly [solved: string, notYet: string, person: string];
  /** Said before the conversation is closed as solved. */
  thanks: string;
  /** Said to a customer who still needs help. */
  goOn: string;
}

export const answerChecks: Record<Language, AnswerCheck> = {
  en: {
    question: 'Did this answer your question?',
    choices: ['Yes', 'Still need help', 'Talk to a person'],
    thanks: 'Glad that helped. Write again any time.',
    goOn: 'What is still open? Describe it in your own words, or ask for a person.',
  },
  de: {
    question: 'Hat das Ihre Frage beantwortet?',
    choices: ['Ja', 'Ich brauche noch Hilfe', 'Mit einem Menschen sprechen'],
    thanks: 'Schön, dass das geholfen hat. Schreiben Sie jederzeit wieder.',
    goOn: 'Was ist noch offen? Beschreiben Sie es in eigenen Worten, oder fragen Sie nach einem Menschen.',
  },
  fr: {
    question: 'Cela a-t-il répondu à votre question ?',
    choices: ['Oui', 'J’ai encore besoin d’aide', 'Parler à une personne'],
    thanks: 'Ravi d’avoir pu vous aider. Écrivez-nous quand vous voulez.',
    goOn: 'Que reste-t-il à éclaircir ? Décrivez-le avec vos mots, ou demandez une personne.',
  },
  es: {
    question: '¿Esto ha respondido a tu pregunta?',
    choices: ['Sí', 'Todavía necesito ayuda', 'Hablar con una persona'],
    thanks: 'Me alegro de haberte ayudado. Escríbenos cuando quieras.',
    goOn: '¿Qué queda por resolver? Descríbelo con tus palabras o pide hablar con una persona.',
  },
  pt: {
    question: 'Isto respondeu à sua pergunta?',
    choices: ['Sim', 'Ainda preciso de ajuda', 'Falar com uma pessoa'],
    thanks: 'Que bom que ajudou. Escreva de novo quando quiser.',
    goOn: 'O que ainda falta? Descreva com suas palavras ou peça para falar com uma pessoa.',
  },
  it: {
    question: 'Ha risposto alla tua domanda?',
    choices: ['Sì', 'Ho ancora bisogno di aiuto', 'Parlare con una persona'],
    thanks: 'Mi fa piacere averti aiutato. Scrivi di nuovo quando vuoi.',
    goOn: 'Che cosa resta da chiarire? Descrivilo con parole tue, oppure chiedi di una persona.',
  },
  nl: {
    question: 'Is je vraag hiermee beantwoord?',
    choices: ['Ja', 'Ik heb nog hulp nodig', 'Met een mens praten'],
    thanks: 'Fijn dat het geholpen heeft. Schrijf gerust weer.',
    goOn: 'Wat is er nog onduidelijk? Beschrijf het in je eigen woorden, of vraag naar een mens.',
  },
  pl: {
    question: 'Czy to odpowiada na Twoje pytanie?',
    choices: ['Tak', 'Nadal potrzebuję pomocy', 'Porozmawiać z człowiekiem'],
    thanks: 'Cieszę się, że to pomogło. Napisz w każdej chwili.',
    goOn: 'Co jest jeszcze niejasne? Opisz to własnymi słowami albo poproś o rozmowę z człowiekiem.',
  },
  tr: {
    question: 'Bu, sorunuzu yanıtladı mı?',
    choices: ['Evet', 'Hâlâ yardıma ihtiyacım var', 'Bir insanla konuş'],
    thanks: 'Yardımcı olabildiğime sevindim. İstediğiniz zaman yeniden yazın.',
    goOn: 'Açık kalan nedir? Kendi sözlerinizle anlatın ya da bir insanla görüşmek isteyin.',
  },
  ja: {
    question: 'この回答で解決しましたか？',
    choices: ['はい', 'まだ解決していません', '担当者と話す'],
    thanks: 'お役に立ててよかったです。またいつでもご連絡ください。',
    goOn: 'どの点がまだ分からないか、お書きください。担当者との会話を希望することもできます。',
  },
  zh: {
    question: '这是否回答了您的问题？',
    choices: ['是', '仍需要帮助', '联系人工客服'],
    thanks: '很高兴能帮到您。欢迎随时再来。',
    goOn: '还有哪里不清楚？请用自己的话描述，或要求联系人工客服。',
  },
  ar: {
    question: 'هل أجاب هذا عن سؤالك؟',
    choices: ['نعم', 'ما زلت بحاجة إلى مساعدة', 'التحدث إلى شخص'],
    thanks: 'سعيد بأنني ساعدتك. اكتب لنا في أي وقت.',
    goOn: 'ما الذي ما زال غير واضح؟ صِفه بكلماتك، أو اطلب التحدث إلى شخص.',
  },
};

/** Returns the check that these choices belong to; undefined for those of another question. */
export const checkOf = (choices: readonly string[]): AnswerCheck | undefined =>
  Object.values(answerChecks).find((check) => check.choices.every((choice, at) => choice === choices[at]));
