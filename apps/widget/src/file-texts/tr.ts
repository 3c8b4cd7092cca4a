import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Dosyalar',
  uploading: 'Yükleniyor…',
  checking: 'Taranıyor…',
  remove: '{name} dosyasını kaldır',
  open: '{name} dosyasını büyüt',
  save: '{name} dosyasını kaydet',
  close: 'Resmi kapat',
  tooMany: 'Bir mesajda en fazla {count} dosya olabilir.',
  overLimit: '{size} sınırından büyük',
  rate_limited: 'Günlük sınıra ulaşıldı',
  files_waiting: 'Önce mesajınızı gönderin, sonra başka dosya ekleyin',
  notHere: 'Burada dosya gönderilemez',
  later: 'Ekibimizden biri yanıt verdiğinde dosya gönderebilirsiniz.',
  unavailable: 'Şu anda dosya alamıyoruz',
  failed: 'Yüklenemedi',
  type: 'Bu türde dosyalar gönderilemez',
  unreadable: 'Bu resim açılamıyor',
  too_large: 'Bu resmin çözünürlüğü çok yüksek',
  infected: 'Virüs tarayıcısı bir tehdit buldu',
  unchecked: 'Bu dosya taranamadı',
  incomplete: 'Yükleme yarıda kesildi',
  program: 'Programlar ve betikler gönderilemez',
  damaged: 'Bu dosya hasarlı veya adının belirttiği türde değil',
  unsafe: 'Bu dosya açıldığında zararlı olabilir',
  active_content: 'Etkin içerikli dosyalar burada gönderilemez',
};

export default texts;
