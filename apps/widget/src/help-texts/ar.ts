import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'مساعدة',
  search: 'ابحث عن إجابة',
  loading: 'جارٍ التحميل…',
  nothing: 'لا نتائج للبحث عن «{words}»',
  nothingHint: 'جرّب كلمات أخرى أو اسألنا.',
  failed: 'المساعدة غير متاحة الآن.',
  back: 'رجوع',
  helpful: 'هل كان هذا مفيدًا؟',
  yes: 'نعم',
  no: 'لا',
  thanks: 'شكرًا على رأيك.',
  newTab: 'فتح المقالة كاملة',
  need: 'هل ما زلت تحتاج إلى مساعدة؟',
  write: 'أرسل لنا رسالة',
};
export default texts;
