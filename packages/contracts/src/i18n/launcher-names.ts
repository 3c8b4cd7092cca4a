/** Name of the launcher in each language: read by screen readers, and shown by a launcher with a text. */
import type { Language } from '../text/languages.ts';

export const launcherNames: Record<Language, string> = {
  en: 'Open chat',
  de: 'Chat öffnen',
  fr: 'Ouvrir le chat',
  es: 'Abrir el chat',
  pt: 'Abrir o chat',
  it: 'Apri la chat',
  nl: 'Chat openen',
  pl: 'Otwórz czat',
  tr: 'Sohbeti aç',
  ja: 'チャットを開く',
  zh: '打开聊天',
  ar: 'فتح المحادثة',
};
