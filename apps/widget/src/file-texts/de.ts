import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Dateien',
  uploading: 'Wird hochgeladen …',
  checking: 'Wird geprüft …',
  remove: '{name} entfernen',
  open: '{name} vergrößern',
  save: '{name} speichern',
  close: 'Bild schließen',
  tooMany: 'Eine Nachricht enthält höchstens {count} Dateien.',
  overLimit: 'Größer als {size}',
  rate_limited: 'Tageslimit erreicht',
  files_waiting: 'Senden Sie zuerst Ihre Nachricht, dann weitere Dateien',
  notHere: 'Hier können keine Dateien gesendet werden',
  later: 'Dateien können Sie senden, sobald jemand aus unserem Team geantwortet hat.',
  unavailable: 'Wir können gerade keine Dateien annehmen',
  failed: 'Hochladen fehlgeschlagen',
  type: 'Dateien dieses Typs können nicht gesendet werden',
  unreadable: 'Dieses Bild lässt sich nicht öffnen',
  too_large: 'Auflösung des Bildes zu hoch',
  infected: 'Der Virenscanner hat eine Bedrohung gefunden',
  unchecked: 'Diese Datei konnte nicht geprüft werden',
  incomplete: 'Hochladen wurde unterbrochen',
  program: 'Programme und Skripte können nicht gesendet werden',
  damaged: 'Diese Datei ist beschädigt oder nicht das, was ihr Name sagt',
  unsafe: 'Diese Datei könnte beim Öffnen schaden',
  active_content: 'Dateien mit aktiven Inhalten können hier nicht gesendet werden',
};

export default texts;
