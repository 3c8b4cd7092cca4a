import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'الملفات',
  uploading: 'جارٍ الرفع…',
  checking: 'جارٍ الفحص…',
  remove: 'إزالة {name}',
  open: 'تكبير {name}',
  save: 'حفظ {name}',
  close: 'إغلاق الصورة',
  tooMany: 'تحمل الرسالة {count} ملفات على الأكثر.',
  overLimit: 'أكبر من {size}',
  rate_limited: 'هذا أكثر مما يمكن إرساله في يوم واحد',
  files_waiting: 'أرسل رسالتك أولًا، ثم أرفق المزيد',
  notHere: 'لا يمكن إرسال ملفات هنا',
  later: 'يمكنك إرسال الملفات بعد أن يجيبك أحد من فريقنا.',
  unavailable: 'لا يمكننا استلام الملفات الآن',
  failed: 'لم يُرفع',
  type: 'لا يمكن إرسال ملفات من هذا النوع',
  unreadable: 'لا يمكن فتح هذه الصورة',
  too_large: 'عدد بكسلات هذه الصورة كبير جدًا',
  infected: 'عثر فاحص الفيروسات على شيء',
  unchecked: 'تعذّر فحص هذا الملف',
  incomplete: 'لم يصل هذا الملف كاملًا',
  program: 'لا يمكن إرسال البرامج والنصوص البرمجية',
  damaged: 'هذا الملف تالف أو ليس كما يقول اسمه',
  unsafe: 'قد يسبب هذا الملف ضررًا عند فتحه',
  active_content: 'لا يمكن إرسال ملفات ذات محتوى نشط هنا',
};

export default texts;
