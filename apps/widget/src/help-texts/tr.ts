import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Yardım',
  search: 'Yanıt ara',
  loading: 'Yükleniyor…',
  nothing: '“{words}” için sonuç yok',
  nothingHint: 'Başka sözcükler deneyin ya da bize sorun.',
  failed: 'Yardıma şu anda ulaşılamıyor.',
  back: 'Geri',
  helpful: 'Bu yararlı oldu mu?',
  yes: 'Evet',
  no: 'Hayır',
  thanks: 'Bildirdiğiniz için teşekkürler.',
  newTab: 'Kendi sayfasında aç',
  need: 'Hâlâ bize ihtiyacınız var mı?',
  write: 'Bize yazın',
};
export default texts;
