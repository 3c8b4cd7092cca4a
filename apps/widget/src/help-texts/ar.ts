import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'مساعدة',
  search: 'ابحث عن إجابة',
  loading: 'جارٍ التحميل…',
  nothing: 'لا نتائج للبحث عن «{words}»',
  nothingHint: 'جرّب كلمات أخرى أو اسألنا.',
  failed: 'تعذّر الوصول إلى المساعدة الآن.',
  back: 'رجوع',
  helpful: 'هل كان هذا مفيدًا؟',
  yes: 'نعم',
  no: 'لا',
  thanks: 'شكرًا لإخبارنا.',
  newTab: 'الفتح في صفحة مستقلة',
  need: 'هل ما زلت تحتاج إلينا؟',
  write: 'راسلنا',
};
export default texts;
