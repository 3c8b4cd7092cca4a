import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Dosyalar',
  uploading: 'Yükleniyor…',
  checking: 'Denetleniyor…',
  remove: '{name} dosyasını kaldır',
  open: '{name} dosyasını büyüt',
  save: '{name} dosyasını kaydet',
  close: 'Resmi kapat',
  tooMany: 'Bir mesaja en fazla {count} dosya eklenir.',
  overLimit: '{size} sınırından büyük',
  rate_limited: 'Bu, bir günde gönderilebilecekten fazla',
  files_waiting: 'Önce mesajınızı gönderin, sonra başka dosya ekleyin',
  notHere: 'Buradan dosya gönderilemez',
  later: 'Ekibimizden biri yanıt verdiğinde dosya gönderebilirsiniz.',
  unavailable: 'Şu anda dosya alamıyoruz',
  failed: 'Yüklenmedi',
  type: 'Bu türde dosyalar gönderilemez',
  unreadable: 'Bu resim açılamıyor',
  too_large: 'Bu resimde çok fazla piksel var',
  infected: 'Virüs tarayıcısı bir şey buldu',
  unchecked: 'Bu dosya denetlenemedi',
  incomplete: 'Bu dosya eksik geldi',
  program: 'Programlar ve betikler gönderilemez',
  damaged: 'Bu dosya hasarlı ya da adının söylediği şey değil',
  unsafe: 'Bu dosya açıldığında zarar verebilir',
  active_content: 'Etkin içerikli dosyalar buradan gönderilemez',
};

export default texts;
