/** Texts of push notifications, which the service worker shows as they are. */
import { catalogue } from '../catalogue.ts';

export const pushTexts = catalogue({
  en: {
    test: 'Notifications work on this device.',
    takeOver: 'Take over',
    reply: 'Reply',
    news: 'Something new',
    failed: 'That didn’t work. Open the conversation to try again.',
  },
  de: {
    test: 'Benachrichtigungen funktionieren auf diesem Gerät.',
    takeOver: 'Übernehmen',
    reply: 'Antworten',
    news: 'Es gibt etwas Neues',
    failed: 'Das hat nicht geklappt. Öffnen Sie die Unterhaltung und versuchen Sie es noch einmal.',
  },
  fr: {
    test: 'Les notifications fonctionnent sur cet appareil.',
    takeOver: 'Prendre la main',
    reply: 'Répondre',
    news: 'Du nouveau',
    failed: 'Cela n’a pas fonctionné. Ouvrez la conversation pour réessayer.',
  },
  es: {
    test: 'Las notificaciones funcionan en este dispositivo.',
    takeOver: 'Tomar el control',
    reply: 'Responder',
    news: 'Hay novedades',
    failed: 'No ha funcionado. Abra la conversación e inténtelo de nuevo.',
  },
  pt: {
    test: 'As notificações funcionam neste dispositivo.',
    takeOver: 'Assumir',
    reply: 'Responder',
    news: 'Há novidades',
    failed: 'Não funcionou. Abra a conversa e tente novamente.',
  },
  it: {
    test: 'Le notifiche funzionano su questo dispositivo.',
    takeOver: 'Prendi in carico',
    reply: 'Rispondi',
    news: 'Ci sono novità',
    failed: 'Non ha funzionato. Apri la conversazione e riprova.',
  },
  nl: {
    test: 'Meldingen werken op dit apparaat.',
    takeOver: 'Overnemen',
    reply: 'Antwoorden',
    news: 'Er is iets nieuws',
    failed: 'Dat is niet gelukt. Open het gesprek om het opnieuw te proberen.',
  },
  pl: {
    test: 'Powiadomienia działają na tym urządzeniu.',
    takeOver: 'Przejmij',
    reply: 'Odpowiedz',
    news: 'Jest coś nowego',
    failed: 'To się nie udało. Otwórz rozmowę i spróbuj ponownie.',
  },
  tr: {
    test: 'Bildirimler bu cihazda çalışıyor.',
    takeOver: 'Devral',
    reply: 'Yanıtla',
    news: 'Yeni bir şey var',
    failed: 'Olmadı. Yeniden denemek için görüşmeyi açın.',
  },
  ja: {
    test: 'このデバイスで通知が機能しています。',
    takeOver: '引き継ぐ',
    reply: '返信',
    news: '新しいお知らせ',
    failed: 'うまくいきませんでした。会話を開いてもう一度お試しください。',
  },
  zh: {
    test: '此设备可以收到通知。',
    takeOver: '接管',
    reply: '回复',
    news: '有新消息',
    failed: '操作未成功。请打开对话重试。',
  },
  ar: {
    test: 'الإشعارات تعمل على هذا الجهاز.',
    takeOver: 'تولّي المحادثة',
    reply: 'رد',
    news: 'يوجد جديد',
    failed: 'لم ينجح ذلك. افتح المحادثة وحاول مرة أخرى.',
  },
});
