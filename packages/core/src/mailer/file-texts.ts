/** Texts about files in mails and transcripts, by language. */
import { deliveredFileLinkDays } from '@parley/contracts/limits';
import type { Language } from '../text/language.ts';

export interface FileTexts {
  /** Before a link that ends then. */
  until(date: string): string;
  /** It was not decided in time whether it may go out. */
  unchecked: string;
}

export const fileTexts: Record<Language, FileTexts> = {
  en: { until: (date) => `Download until ${date}`, unchecked: 'still being checked when this mail was sent' },
  de: { until: (date) => `Herunterladen bis ${date}`, unchecked: 'beim Versand dieser Mail noch in Prüfung' },
  fr: { until: (date) => `À télécharger jusqu’au ${date}`, unchecked: 'encore en cours de vérification à l’envoi' },
  es: { until: (date) => `Descargar hasta el ${date}`, unchecked: 'aún en revisión al enviar este correo' },
  pt: { until: (date) => `Baixar até ${date}`, unchecked: 'ainda em verificação no envio deste e-mail' },
  it: { until: (date) => `Da scaricare entro il ${date}`, unchecked: 'ancora in verifica all’invio di questa e-mail' },
  nl: { until: (date) => `Downloaden tot ${date}`, unchecked: 'werd nog gecontroleerd toen deze mail werd verstuurd' },
  pl: { until: (date) => `Do pobrania do ${date}`, unchecked: 'w chwili wysyłki jeszcze sprawdzany' },
  tr: { until: (date) => `Son indirme tarihi: ${date}`, unchecked: 'bu e-posta gönderilirken hâlâ taranıyordu' },
  ja: { until: (date) => `${date} までダウンロードできます`, unchecked: 'このメールの送信時点では確認中' },
  zh: { until: (date) => `可在 ${date} 前下载`, unchecked: '发送此邮件时仍在检查' },
  ar: { until: (date) => `يمكن التنزيل حتى ${date}`, unchecked: 'كان لا يزال قيد الفحص عند إرسال هذه الرسالة' },
};

/** Returns the end of a link sent now, and its text for a mail. */
export function linkEnd(language: Language, timeZone = 'UTC'): { ends: Date; until: string } {
  const ends = new Date(Date.now() + deliveredFileLinkDays * 24 * 3600 * 1000);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(ends);
  return { ends, until: fileTexts[language].until(date) };
}

/** Such as `1.2 MB`. */
export function sizeWords(bytes: number, language: Language): string {
  const [unit, per] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / per);
}
