/** Name and words of the test visitor, in the language of the user who sends the message. */
import { catalogue } from '../catalogue.ts';

export const testMessageTexts = catalogue({
  en: {
    name: 'Test visitor',
    message: 'This is a test message, as a visitor of your website would send it. Reply to it, assign it or close it.',
  },
  de: {
    name: 'Testbesucher',
    message:
      'Das ist eine Testnachricht, wie ein Besucher Ihrer Website sie senden würde. Antworten Sie darauf, weisen Sie sie zu oder beenden Sie die Unterhaltung.',
  },
  fr: {
    name: 'Visiteur de test',
    message:
      'Ceci est un message de test, tel qu’un visiteur de votre site l’enverrait. Répondez-y, attribuez-le ou terminez la conversation.',
  },
  es: {
    name: 'Visitante de prueba',
    message:
      'Este es un mensaje de prueba, como lo enviaría un visitante de su sitio web. Respóndalo, asígnelo o cierre la conversación.',
  },
  pt: {
    name: 'Visitante de teste',
    message:
      'Esta é uma mensagem de teste, como um visitante do seu site a enviaria. Responda, atribua ou encerre a conversa.',
  },
  it: {
    name: 'Visitatore di prova',
    message:
      'Questo è un messaggio di prova, come lo invierebbe un visitatore del tuo sito. Rispondi, assegnalo o chiudi la conversazione.',
  },
  nl: {
    name: 'Testbezoeker',
    message:
      'Dit is een testbericht, zoals een bezoeker van je website het zou sturen. Beantwoord het, wijs het toe of sluit het gesprek.',
  },
  pl: {
    name: 'Testowy odwiedzający',
    message:
      'To jest wiadomość testowa, taka, jaką wysłałby odwiedzający Twoją stronę. Odpowiedz na nią, przypisz ją lub zamknij rozmowę.',
  },
  tr: {
    name: 'Deneme ziyaretçisi',
    message:
      'Bu, web sitenizin bir ziyaretçisinin göndereceği türden bir deneme mesajıdır. Yanıtlayın, birine atayın veya görüşmeyi kapatın.',
  },
  ja: {
    name: 'テスト訪問者',
    message:
      'これは、サイトの訪問者が送るのと同じ形のテストメッセージです。返信、割り当て、またはクローズをお試しください。',
  },
  zh: {
    name: '测试访客',
    message: '这是一条测试消息，与您网站的访客发送的消息相同。您可以回复、分配或关闭此对话。',
  },
  ar: {
    name: 'زائر تجريبي',
    message: 'هذه رسالة تجريبية كما يرسلها زائر لموقعك. ردّ عليها أو أسندها إلى زميل أو أغلق المحادثة.',
  },
});
