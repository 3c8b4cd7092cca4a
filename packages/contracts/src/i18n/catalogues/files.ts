/** Texts about files in mails and transcripts. */
import { catalogue } from '../catalogue.ts';

export const fileTexts = catalogue({
  en: {
    /** Before a link that ends then. */
    until: 'Download until {date}',
    /** It was not decided in time whether it may go out. */
    unchecked: 'still being checked when this mail was sent',
  },
  de: {
    until: 'Herunterladen bis {date}',
    unchecked: 'beim Versand dieser Mail noch in Prüfung',
  },
  fr: {
    until: 'À télécharger jusqu’au {date}',
    unchecked: 'encore en cours de vérification à l’envoi',
  },
  es: {
    until: 'Descargar hasta el {date}',
    unchecked: 'aún en revisión al enviar este correo',
  },
  pt: {
    until: 'Baixar até {date}',
    unchecked: 'ainda em verificação no envio deste e-mail',
  },
  it: {
    until: 'Da scaricare entro il {date}',
    unchecked: 'ancora in verifica all’invio di questa e-mail',
  },
  nl: {
    until: 'Downloaden tot {date}',
    unchecked: 'werd nog gecontroleerd toen deze mail werd verstuurd',
  },
  pl: {
    until: 'Do pobrania do {date}',
    unchecked: 'w chwili wysyłki jeszcze sprawdzany',
  },
  tr: {
    until: 'Son indirme tarihi: {date}',
    unchecked: 'bu e-posta gönderilirken hâlâ taranıyordu',
  },
  ja: {
    until: '{date} までダウンロードできます',
    unchecked: 'このメールの送信時点では確認中',
  },
  zh: {
    until: '可在 {date} 前下载',
    unchecked: '发送此邮件时仍在检查',
  },
  ar: {
    until: 'يمكن التنزيل حتى {date}',
    unchecked: 'كان لا يزال قيد الفحص عند إرسال هذه الرسالة',
  },
});
