import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'الملفات',
  uploading: 'جارٍ الرفع…',
  checking: 'جارٍ الفحص…',
  remove: 'إزالة {name}',
  open: 'تكبير {name}',
  save: 'حفظ {name}',
  close: 'إغلاق الصورة',
  tooMany: 'الحد الأقصى لملفات الرسالة: {count}.',
  overLimit: 'أكبر من {size}',
  rate_limited: 'بلغت الحد اليومي لإرسال الملفات',
  files_waiting: 'أرسل رسالتك أولًا، ثم أرفق المزيد',
  notHere: 'لا يمكن إرسال ملفات هنا',
  later: 'يمكنك إرسال الملفات بعد أن يرد أحد أعضاء فريقنا.',
  unavailable: 'لا يمكننا استلام الملفات الآن',
  failed: 'تعذّر الرفع',
  type: 'لا يمكن إرسال هذا النوع من الملفات',
  unreadable: 'لا يمكن فتح هذه الصورة',
  too_large: 'دقة هذه الصورة عالية جدًا',
  infected: 'عثر فاحص الفيروسات على تهديد',
  unchecked: 'تعذّر فحص هذا الملف',
  incomplete: 'انقطع الرفع',
  program: 'لا يمكن إرسال البرامج والنصوص البرمجية',
  damaged: 'هذا الملف تالف، أو لا يطابق محتواه اسمه',
  unsafe: 'قد يكون هذا الملف ضارًا عند فتحه',
  active_content: 'لا يمكن إرسال ملفات ذات محتوى نشط هنا',
};

export default texts;
