/** The fixed sentences of mails to customers. */
import type { Language } from '../text/language.ts';

export interface DigestTexts {
  /** Line to answer above; everything below it is cut from the reply. */
  above: string;
  assistant: string;
  /** Follows the author of a translated message. */
  translated: string;
  /** Subject without any of the messages' text. */
  subject(website: string): string;
  why(website: string): string;
  unsubscribe: string;
  /** Page behind that link: the present state of the address, and the way to change it. */
  resubscribe: string;
  isOn(address: string): string;
  isOff(address: string): string;
}

/** The sign that opens the line, whatever the language: the cut looks for it. */
export const answerAboveMark = '##-';

const above = (words: string): string => `${answerAboveMark} ${words} -##`;

export const digestTexts: Record<Language, DigestTexts> = {
  en: {
    above: above('Write your answer above this line'),
    assistant: 'AI Assistant',
    translated: 'translated',
    subject: (website) => `Your conversation with ${website}`,
    why: (website) => `You get this mail because you wrote to us on ${website} and left before the answer came.`,
    unsubscribe: 'No more mails',
    resubscribe: 'Resubscribe',
    isOn: (address) => `Answers that you miss are sent to ${address}.`,
    isOff: (address) => `No more mails are sent to ${address}.`,
  },
  de: {
    above: above('Bitte schreiben Sie Ihre Antwort über diese Zeile'),
    assistant: 'KI-Assistent',
    translated: 'übersetzt',
    subject: (website) => `Ihre Unterhaltung mit ${website}`,
    why: (website) =>
      `Sie bekommen diese Mail, weil Sie uns auf ${website} geschrieben haben und vor der Antwort gegangen sind.`,
    unsubscribe: 'Keine Mails mehr',
    resubscribe: 'Doch wieder Mails',
    isOn: (address) => `Antworten, die Sie verpassen, gehen an ${address}.`,
    isOff: (address) => `An ${address} gehen keine Mails mehr.`,
  },
  fr: {
    above: above('Écrivez votre réponse au-dessus de cette ligne'),
    assistant: 'Assistant IA',
    translated: 'traduit',
    subject: (website) => `Votre conversation avec ${website}`,
    why: (website) => `Vous recevez cet e-mail car vous nous avez écrit sur ${website} et êtes parti avant la réponse.`,
    unsubscribe: 'Ne plus recevoir d’e-mails',
    resubscribe: 'Recevoir de nouveau les e-mails',
    isOn: (address) => `Les réponses que vous manquez sont envoyées à ${address}.`,
    isOff: (address) => `Plus aucun e-mail n’est envoyé à ${address}.`,
  },
  es: {
    above: above('Escriba su respuesta encima de esta línea'),
    assistant: 'Asistente de IA',
    translated: 'traducido',
    subject: (website) => `Su conversación con ${website}`,
    why: (website) => `Recibe este correo porque nos escribió en ${website} y se fue antes de la respuesta.`,
    unsubscribe: 'No recibir más correos',
    resubscribe: 'Volver a recibir correos',
    isOn: (address) => `Las respuestas que no vea se envían a ${address}.`,
    isOff: (address) => `Ya no se envían correos a ${address}.`,
  },
  pt: {
    above: above('Escreva a sua resposta acima desta linha'),
    assistant: 'Assistente de IA',
    translated: 'traduzida',
    subject: (website) => `A sua conversa com ${website}`,
    why: (website) => `Você recebe este e-mail porque nos escreveu em ${website} e saiu antes da resposta.`,
    unsubscribe: 'Não receber mais e-mails',
    resubscribe: 'Voltar a receber e-mails',
    isOn: (address) => `As respostas que não vir são enviadas para ${address}.`,
    isOff: (address) => `Já não são enviados e-mails para ${address}.`,
  },
  it: {
    above: above('Scriva la sua risposta sopra questa riga'),
    assistant: 'Assistente IA',
    translated: 'tradotto',
    subject: (website) => `La Sua conversazione con ${website}`,
    why: (website) => `Riceve questa e-mail perché ci ha scritto su ${website} ed è uscito prima della risposta.`,
    unsubscribe: 'Non ricevere più e-mail',
    resubscribe: 'Ricevere di nuovo le e-mail',
    isOn: (address) => `Le risposte che non vede vengono inviate a ${address}.`,
    isOff: (address) => `Non vengono più inviate e-mail a ${address}.`,
  },
  nl: {
    above: above('Schrijf uw antwoord boven deze regel'),
    assistant: 'AI-assistent',
    translated: 'vertaald',
    subject: (website) => `Uw gesprek met ${website}`,
    why: (website) => `U krijgt deze mail omdat u ons op ${website} schreef en wegging voor het antwoord kwam.`,
    unsubscribe: 'Geen mails meer',
    resubscribe: 'Toch weer mails',
    isOn: (address) => `Antwoorden die u mist, gaan naar ${address}.`,
    isOff: (address) => `Er gaan geen mails meer naar ${address}.`,
  },
  pl: {
    above: above('Odpowiedź prosimy wpisać nad tą linią'),
    assistant: 'Asystent AI',
    translated: 'przetłumaczono',
    subject: (website) => `Twoja rozmowa z ${website}`,
    why: (website) =>
      `Otrzymujesz tę wiadomość, bo rozmowa z nami na ${website} skończyła się, zanim przyszła odpowiedź.`,
    unsubscribe: 'Nie chcę więcej wiadomości',
    resubscribe: 'Chcę znowu dostawać wiadomości',
    isOn: (address) => `Odpowiedzi, które Cię ominą, wysyłamy na adres ${address}.`,
    isOff: (address) => `Na adres ${address} nie wysyłamy już wiadomości.`,
  },
  tr: {
    above: above('Yanıtınızı bu satırın üstüne yazın'),
    assistant: 'Yapay zekâ asistanı',
    translated: 'çevrildi',
    subject: (website) => `${website} ile görüşmeniz`,
    why: (website) => `Bu e-postayı, ${website} üzerinden bize yazıp yanıt gelmeden ayrıldığınız için alıyorsunuz.`,
    unsubscribe: 'Artık e-posta gönderme',
    resubscribe: 'Yeniden e-posta gönder',
    isOn: (address) => `Kaçırdığınız yanıtlar ${address} adresine gönderilir.`,
    isOff: (address) => `${address} adresine artık e-posta gönderilmiyor.`,
  },
  ja: {
    above: above('この行より上に返信をお書きください'),
    assistant: 'AIアシスタント',
    translated: '翻訳済み',
    subject: (website) => `${website} とのお問い合わせ`,
    why: (website) =>
      `${website} でお問い合わせいただき、回答前にページを離れられたため、このメールをお送りしています。`,
    unsubscribe: 'メールの配信を停止する',
    resubscribe: 'メールの配信を再開する',
    isOn: (address) => `ご覧になっていない回答は ${address} に送信されます。`,
    isOff: (address) => `${address} への配信を停止しました。`,
  },
  zh: {
    above: above('请在此行上方填写您的回复'),
    assistant: 'AI 助手',
    translated: '已翻译',
    subject: (website) => `您与 ${website} 的对话`,
    why: (website) => `您在 ${website} 给我们留言，并在收到回复前离开了，因此收到此邮件。`,
    unsubscribe: '不再接收邮件',
    resubscribe: '重新接收邮件',
    isOn: (address) => `您错过的回复会发送至 ${address}。`,
    isOff: (address) => `不再向 ${address} 发送邮件。`,
  },
  ar: {
    above: above('اكتب ردك فوق هذا السطر'),
    assistant: 'مساعد الذكاء الاصطناعي',
    translated: 'مترجمة',
    subject: (website) => `محادثتك مع ${website}`,
    why: (website) => `وصلتك هذه الرسالة لأنك راسلتنا عبر ${website} وغادرت قبل وصول الرد.`,
    unsubscribe: 'إيقاف الرسائل',
    resubscribe: 'استئناف الرسائل',
    isOn: (address) => `تُرسل الردود التي تفوتك إلى ${address}.`,
    isOff: (address) => `لن تُرسل أي رسائل أخرى إلى ${address}.`,
  },
};
