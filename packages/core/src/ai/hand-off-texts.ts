/** Texts that a customer gets when the assistant hands the conversation off, by language. They need no model. */
import type { Language } from '../text/language.ts';

const soon: Record<Language, string> = {
  en: 'I am passing you on to a colleague from our team. They will answer you here.',
  de: 'Ich gebe Sie an eine Kollegin oder einen Kollegen aus unserem Team weiter. Die Antwort kommt hier.',
  fr: 'Je vous passe un membre de notre équipe, qui vous répondra ici.',
  es: 'Le paso con una persona de nuestro equipo, que le responderá aquí.',
  pt: 'Vou passar a conversa para uma pessoa da nossa equipe, que responderá aqui.',
  it: 'La metto in contatto con una persona del nostro team, che le risponderà qui.',
  nl: 'Ik geef u door aan een collega van ons team. Die antwoordt u hier.',
  pl: 'Przekazuję rozmowę osobie z naszego zespołu. Odpowiedź pojawi się tutaj.',
  tr: 'Sizi ekibimizden birine aktarıyorum. Yanıtınız buraya gelecek.',
  ja: '担当者におつなぎします。こちらで回答いたします。',
  zh: '我正在为您转接我们的团队成员，对方会在这里回复您。',
  ar: 'سأحوّلك إلى أحد أعضاء فريقنا، وسيجيبك هنا.',
};

/** In every language. */
export const handOffTexts: readonly string[] = Object.values(soon);

/** The sentence for a hand-off. */
export const handOffText = (language: Language): string => soon[language];
