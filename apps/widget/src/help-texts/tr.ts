import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Yardım',
  search: 'Yanıt ara',
  loading: 'Yükleniyor…',
  nothing: '“{words}” için sonuç yok',
  nothingHint: 'Başka sözcükler deneyin ya da bize sorun.',
  failed: 'Yardım şu anda kullanılamıyor.',
  back: 'Geri',
  helpful: 'Bu yararlı oldu mu?',
  yes: 'Evet',
  no: 'Hayır',
  thanks: 'Geri bildiriminiz için teşekkürler.',
  newTab: 'Makalenin tamamını aç',
  need: 'Hâlâ yardıma ihtiyacınız var mı?',
  write: 'Bize mesaj gönderin',
};
export default texts;
