/**
 * Texts that a customer gets when the assistant hands the conversation off, and when that takes longer than promised.
 * They need no model.
 */
import { catalogue } from '../catalogue.ts';

export const handOffTexts = catalogue({
  en: {
    soon: 'I am passing you on to a colleague from our team. They will answer you here.',
    promisedWithin: 'You’ll get an answer within {time}.',
    promisedBy: 'You’ll get an answer by {time}.',
    renewed: 'It takes longer than we said: until {time}. We’re sorry.',
  },
  de: {
    soon: 'Ich gebe Sie an eine Kollegin oder einen Kollegen aus unserem Team weiter. Die Antwort kommt hier.',
    promisedWithin: 'Sie erhalten innerhalb von {time} eine Antwort.',
    promisedBy: 'Sie erhalten spätestens am {time} eine Antwort.',
    renewed: 'Es dauert länger als angekündigt: bis {time}. Das tut uns leid.',
  },
  fr: {
    soon: 'Je vous passe un membre de notre équipe, qui vous répondra ici.',
    promisedWithin: 'Vous aurez une réponse d’ici {time}.',
    promisedBy: 'Vous aurez une réponse au plus tard {time}.',
    renewed: 'Cela prend plus de temps que prévu : jusqu’à {time}. Veuillez nous en excuser.',
  },
  es: {
    soon: 'Le paso con una persona de nuestro equipo, que le responderá aquí.',
    promisedWithin: 'Tendrá una respuesta en un plazo de {time}.',
    promisedBy: 'Tendrá una respuesta a más tardar el {time}.',
    renewed: 'Tardamos más de lo que dijimos: hasta el {time}. Lo sentimos.',
  },
  pt: {
    soon: 'Vou passar a conversa para uma pessoa da nossa equipe, que responderá aqui.',
    promisedWithin: 'Você terá uma resposta em até {time}.',
    promisedBy: 'Você terá uma resposta até {time}.',
    renewed: 'Vai demorar mais do que dissemos: até {time}. Pedimos desculpas.',
  },
  it: {
    soon: 'La metto in contatto con una persona del nostro team, che le risponderà qui.',
    promisedWithin: 'Riceverà una risposta entro {time}.',
    promisedBy: 'Riceverà una risposta al più tardi {time}.',
    renewed: 'Ci vuole più tempo del previsto: fino a {time}. Ci scusiamo.',
  },
  nl: {
    soon: 'Ik geef u door aan een collega van ons team. Die antwoordt u hier.',
    promisedWithin: 'U krijgt binnen {time} antwoord.',
    promisedBy: 'U krijgt uiterlijk {time} antwoord.',
    renewed: 'Het duurt langer dan we zeiden: tot {time}. Onze excuses.',
  },
  pl: {
    soon: 'Przekazuję rozmowę osobie z naszego zespołu. Odpowiedź pojawi się tutaj.',
    promisedWithin: 'Odpowiedź pojawi się w ciągu: {time}.',
    promisedBy: 'Odpowiedź pojawi się najpóźniej: {time}.',
    renewed: 'Potrwa to dłużej, niż zapowiadaliśmy: do {time}. Przepraszamy.',
  },
  tr: {
    soon: 'Sizi ekibimizden birine aktarıyorum. Yanıtınız buraya gelecek.',
    promisedWithin: '{time} içinde yanıt alacaksınız.',
    promisedBy: 'En geç {time} itibarıyla yanıt alacaksınız.',
    renewed: 'Söylediğimizden uzun sürüyor: {time} itibarıyla yanıtlayacağız. Özür dileriz.',
  },
  ja: {
    soon: '担当者におつなぎします。こちらで回答いたします。',
    promisedWithin: '{time}以内に回答いたします。',
    promisedBy: '{time}までに回答いたします。',
    renewed: 'お伝えした時間より長くかかっております。{time}までお待ちください。申し訳ございません。',
  },
  zh: {
    soon: '我正在为您转接我们的团队成员，对方会在这里回复您。',
    promisedWithin: '您将在{time}内收到回复。',
    promisedBy: '您最迟将在{time}收到回复。',
    renewed: '所需时间比我们之前说的更长：至{time}。非常抱歉。',
  },
  ar: {
    soon: 'سأحوّلك إلى أحد أعضاء فريقنا، وسيجيبك هنا.',
    promisedWithin: 'ستتلقى ردًا خلال {time}.',
    promisedBy: 'ستتلقى ردًا في موعد أقصاه {time}.',
    renewed: 'يستغرق الأمر وقتًا أطول مما قلنا: حتى {time}. نعتذر عن ذلك.',
  },
});
