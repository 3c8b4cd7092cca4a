/** The fixed sentences of mails to customers. */
import type { Language } from '../ai/language.ts';

export interface DigestWords {
  /** Where to write an answer; everything below it is cut from what comes back. */
  above: string;
  assistant: string;
  why(website: string): string;
  unsubscribe: string;
}

/** The sign that opens the line, whatever the language: the cut looks for it. */
export const answerAboveMark = '##-';

const above = (words: string): string => `${answerAboveMark} ${words} -##`;

export const digestWords: Record<Language, DigestWords> = {
  en: {
    above: above('Write your answer above this line'),
    assistant: 'AI Assistant',
    why: (website) => `You get this mail because you wrote to us on ${website} and left before the answer came.`,
    unsubscribe: 'No more mails',
  },
  de: {
    above: above('Bitte schreiben Sie Ihre Antwort über diese Zeile'),
    assistant: 'KI-Assistent',
    why: (website) =>
      `Sie bekommen diese Mail, weil Sie uns auf ${website} geschrieben haben und vor der Antwort gegangen sind.`,
    unsubscribe: 'Keine Mails mehr',
  },
  fr: {
    above: above('Écrivez votre réponse au-dessus de cette ligne'),
    assistant: 'Assistant IA',
    why: (website) => `Vous recevez cet e-mail car vous nous avez écrit sur ${website} et êtes parti avant la réponse.`,
    unsubscribe: 'Ne plus recevoir d’e-mails',
  },
  es: {
    above: above('Escriba su respuesta encima de esta línea'),
    assistant: 'Asistente de IA',
    why: (website) => `Recibe este correo porque nos escribió en ${website} y se fue antes de la respuesta.`,
    unsubscribe: 'No recibir más correos',
  },
  pt: {
    above: above('Escreva a sua resposta acima desta linha'),
    assistant: 'Assistente de IA',
    why: (website) => `Você recebe este e-mail porque nos escreveu em ${website} e saiu antes da resposta.`,
    unsubscribe: 'Não receber mais e-mails',
  },
  it: {
    above: above('Scriva la sua risposta sopra questa riga'),
    assistant: 'Assistente IA',
    why: (website) => `Riceve questa e-mail perché ci ha scritto su ${website} ed è uscito prima della risposta.`,
    unsubscribe: 'Non ricevere più e-mail',
  },
  nl: {
    above: above('Schrijf uw antwoord boven deze regel'),
    assistant: 'AI-assistent',
    why: (website) => `U krijgt deze mail omdat u ons op ${website} schreef en wegging voor het antwoord kwam.`,
    unsubscribe: 'Geen mails meer',
  },
  pl: {
    above: above('Odpowiedź prosimy wpisać nad tą linią'),
    assistant: 'Asystent AI',
    why: (website) =>
      `Otrzymujesz tę wiadomość, bo napisano do nas na ${website}, a odpowiedź przyszła po wyjściu ze strony.`,
    unsubscribe: 'Nie chcę więcej wiadomości',
  },
  tr: {
    above: above('Yanıtınızı bu satırın üstüne yazın'),
    assistant: 'Yapay zekâ asistanı',
    why: (website) => `Bu e-postayı, ${website} üzerinden bize yazıp yanıt gelmeden ayrıldığınız için alıyorsunuz.`,
    unsubscribe: 'Artık e-posta gönderme',
  },
  ja: {
    above: above('この行より上に返信をお書きください'),
    assistant: 'AIアシスタント',
    why: (website) =>
      `${website} でお問い合わせいただき、回答前にページを離れられたため、このメールをお送りしています。`,
    unsubscribe: 'メールの配信を停止する',
  },
  zh: {
    above: above('请在此行上方填写您的回复'),
    assistant: 'AI 助手',
    why: (website) => `您在 ${website} 给我们留言，并在收到回复前离开了，因此收到此邮件。`,
    unsubscribe: '不再接收邮件',
  },
  ar: {
    above: above('اكتب ردك فوق هذا السطر'),
    assistant: 'مساعد الذكاء الاصطناعي',
    why: (website) => `وصلتك هذه الرسالة لأنك راسلتنا عبر ${website} وغادرت قبل وصول الرد.`,
    unsubscribe: 'إيقاف الرسائل',
  },
};
