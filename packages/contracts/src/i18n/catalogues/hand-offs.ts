/** Text that a customer gets when the assistant hands the conversation off. It needs no model. */
import { catalogue } from '../catalogue.ts';

export const handOffTexts = catalogue({
  en: { soon: 'I am passing you on to a colleague from our team. They will answer you here.' },
  de: { soon: 'Ich gebe Sie an eine Kollegin oder einen Kollegen aus unserem Team weiter. Die Antwort kommt hier.' },
  fr: { soon: 'Je vous passe un membre de notre équipe, qui vous répondra ici.' },
  es: { soon: 'Le paso con una persona de nuestro equipo, que le responderá aquí.' },
  pt: { soon: 'Vou passar a conversa para uma pessoa da nossa equipe, que responderá aqui.' },
  it: { soon: 'La metto in contatto con una persona del nostro team, che le risponderà qui.' },
  nl: { soon: 'Ik geef u door aan een collega van ons team. Die antwoordt u hier.' },
  pl: { soon: 'Przekazuję rozmowę osobie z naszego zespołu. Odpowiedź pojawi się tutaj.' },
  tr: { soon: 'Sizi ekibimizden birine aktarıyorum. Yanıtınız buraya gelecek.' },
  ja: { soon: '担当者におつなぎします。こちらで回答いたします。' },
  zh: { soon: '我正在为您转接我们的团队成员，对方会在这里回复您。' },
  ar: { soon: 'سأحوّلك إلى أحد أعضاء فريقنا، وسيجيبك هنا.' },
});
