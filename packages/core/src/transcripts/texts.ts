/** Fixed texts of transcripts, in the language of the conversation. */
import type { Language } from '../text/language.ts';

export interface TranscriptTexts {
  title(team: string): string;
  /** Customers without a name. */
  customer: string;
  unknownSender: string;
  assistant: string;
  edited: string;
  removed: string;
}

export const transcriptTexts: Record<Language, TranscriptTexts> = {
  en: {
    title: (team) => `Conversation with ${team}`,
    customer: 'Customer',
    unknownSender: 'Unknown sender',
    assistant: 'AI Assistant',
    edited: 'edited',
    removed: 'Message removed',
  },
  de: {
    title: (team) => `Unterhaltung mit ${team}`,
    customer: 'Kunde',
    unknownSender: 'Unbekannter Absender',
    assistant: 'KI-Assistent',
    edited: 'bearbeitet',
    removed: 'Nachricht entfernt',
  },
  fr: {
    title: (team) => `Conversation avec ${team}`,
    customer: 'Client',
    unknownSender: 'Expéditeur inconnu',
    assistant: 'Assistant IA',
    edited: 'modifié',
    removed: 'Message supprimé',
  },
  es: {
    title: (team) => `Conversación con ${team}`,
    customer: 'Cliente',
    unknownSender: 'Remitente desconocido',
    assistant: 'Asistente de IA',
    edited: 'editado',
    removed: 'Mensaje eliminado',
  },
  pt: {
    title: (team) => `Conversa com ${team}`,
    customer: 'Cliente',
    unknownSender: 'Remetente desconhecido',
    assistant: 'Assistente de IA',
    edited: 'editada',
    removed: 'Mensagem removida',
  },
  it: {
    title: (team) => `Conversazione con ${team}`,
    customer: 'Cliente',
    unknownSender: 'Mittente sconosciuto',
    assistant: 'Assistente IA',
    edited: 'modificato',
    removed: 'Messaggio rimosso',
  },
  nl: {
    title: (team) => `Gesprek met ${team}`,
    customer: 'Klant',
    unknownSender: 'Onbekende afzender',
    assistant: 'AI-assistent',
    edited: 'bewerkt',
    removed: 'Bericht verwijderd',
  },
  pl: {
    title: (team) => `Rozmowa: ${team}`,
    customer: 'Klient',
    unknownSender: 'Nieznany nadawca',
    assistant: 'Asystent AI',
    edited: 'edytowano',
    removed: 'Wiadomość usunięta',
  },
  tr: {
    title: (team) => `${team} ile görüşme`,
    customer: 'Müşteri',
    unknownSender: 'Bilinmeyen gönderen',
    assistant: 'Yapay zekâ asistanı',
    edited: 'düzenlendi',
    removed: 'Mesaj kaldırıldı',
  },
  ja: {
    title: (team) => `${team} との会話`,
    customer: 'お客様',
    unknownSender: '不明な送信者',
    assistant: 'AI アシスタント',
    edited: '編集済み',
    removed: 'メッセージは削除されました',
  },
  zh: {
    title: (team) => `与 ${team} 的对话`,
    customer: '客户',
    unknownSender: '未知发件人',
    assistant: 'AI 助手',
    edited: '已编辑',
    removed: '消息已删除',
  },
  ar: {
    title: (team) => `محادثة مع ${team}`,
    customer: 'العميل',
    unknownSender: 'مرسل غير معروف',
    assistant: 'مساعد الذكاء الاصطناعي',
    edited: 'معدَّلة',
    removed: 'أُزيلت الرسالة',
  },
};
