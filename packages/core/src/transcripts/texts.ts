/** Fixed texts of transcripts, in the language of the conversation. */
import type { Language } from '../text/language.ts';

export interface TranscriptTexts {
  title(team: string): string;
  /** Customers without a name. */
  customer: string;
  assistant: string;
  edited: string;
  removed: string;
}

export const transcriptTexts: Record<Language, TranscriptTexts> = {
  en: {
    title: (team) => `Conversation with ${team}`,
    customer: 'Customer',
    assistant: 'AI Assistant',
    edited: 'edited',
    removed: 'Message removed',
  },
  de: {
    title: (team) => `Unterhaltung mit ${team}`,
    customer: 'Kunde',
    assistant: 'KI-Assistent',
    edited: 'bearbeitet',
    removed: 'Nachricht entfernt',
  },
  fr: {
    title: (team) => `Conversation avec ${team}`,
    customer: 'Client',
    assistant: 'Assistant IA',
    edited: 'modifié',
    removed: 'Message supprimé',
  },
  es: {
    title: (team) => `Conversación con ${team}`,
    customer: 'Cliente',
    assistant: 'Asistente de IA',
    edited: 'editado',
    removed: 'Mensaje eliminado',
  },
  pt: {
    title: (team) => `Conversa com ${team}`,
    customer: 'Cliente',
    assistant: 'Assistente de IA',
    edited: 'editada',
    removed: 'Mensagem removida',
  },
  it: {
    title: (team) => `Conversazione con ${team}`,
    customer: 'Cliente',
    assistant: 'Assistente IA',
    edited: 'modificato',
    removed: 'Messaggio rimosso',
  },
  nl: {
    title: (team) => `Gesprek met ${team}`,
    customer: 'Klant',
    assistant: 'AI-assistent',
    edited: 'bewerkt',
    removed: 'Bericht verwijderd',
  },
  pl: {
    title: (team) => `Rozmowa: ${team}`,
    customer: 'Klient',
    assistant: 'Asystent AI',
    edited: 'edytowano',
    removed: 'Wiadomość usunięta',
  },
  tr: {
    title: (team) => `${team} ile görüşme`,
    customer: 'Müşteri',
    assistant: 'Yapay zekâ asistanı',
    edited: 'düzenlendi',
    removed: 'Mesaj kaldırıldı',
  },
  ja: {
    title: (team) => `${team} との会話`,
    customer: 'お客様',
    assistant: 'AI アシスタント',
    edited: '編集済み',
    removed: 'メッセージは削除されました',
  },
  zh: {
    title: (team) => `与 ${team} 的对话`,
    customer: '客户',
    assistant: 'AI 助手',
    edited: '已编辑',
    removed: '消息已删除',
  },
  ar: {
    title: (team) => `محادثة مع ${team}`,
    customer: 'العميل',
    assistant: 'مساعد الذكاء الاصطناعي',
    edited: 'معدَّلة',
    removed: 'أُزيلت الرسالة',
  },
};
