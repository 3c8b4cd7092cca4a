import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'File',
  uploading: 'Caricamento in corso…',
  checking: 'Controllo…',
  remove: 'Rimuovi {name}',
  open: 'Ingrandisci {name}',
  save: 'Salva {name}',
  close: 'Chiudi immagine',
  tooMany: 'Un messaggio contiene al massimo {count} file.',
  overLimit: 'Più di {size}',
  rate_limited: 'È più di quanto si possa inviare in un giorno',
  files_waiting: 'Invia prima il messaggio, poi allega altri file',
  notHere: 'Qui non si possono inviare file',
  later: 'Potrai inviare file quando qualcuno del nostro team avrà risposto.',
  unavailable: 'In questo momento non possiamo ricevere file',
  failed: 'Non caricato',
  type: 'I file di questo tipo non si possono inviare',
  unreadable: 'Questa immagine non si può aprire',
  too_large: 'Questa immagine ha troppi pixel',
  infected: 'L’antivirus ha trovato qualcosa',
  unchecked: 'Non è stato possibile controllare questo file',
  incomplete: 'Questo file non è arrivato per intero',
  program: 'Non è possibile inviare programmi e script',
  damaged: 'Questo file è danneggiato o non è ciò che dice il nome',
  unsafe: 'Questo file potrebbe causare danni quando viene aperto',
  active_content: 'Qui non è possibile inviare file con contenuto attivo',
};

export default texts;
