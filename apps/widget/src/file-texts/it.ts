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
  rate_limited: 'Limite giornaliero raggiunto',
  files_waiting: 'Invia prima il messaggio, poi allega altri file',
  notHere: 'Qui non si possono inviare file',
  later: 'Potrai inviare file quando qualcuno del nostro team avrà risposto.',
  unavailable: 'In questo momento non possiamo ricevere file',
  failed: 'Caricamento non riuscito',
  type: 'I file di questo tipo non si possono inviare',
  unreadable: 'Questa immagine non si può aprire',
  too_large: 'Risoluzione dell’immagine troppo alta',
  infected: 'L’antivirus ha rilevato una minaccia',
  unchecked: 'Impossibile analizzare questo file',
  incomplete: 'Il caricamento è stato interrotto',
  program: 'Non è possibile inviare programmi e script',
  damaged: 'Questo file è danneggiato o non è ciò che dice il nome',
  unsafe: 'Questo file potrebbe causare danni quando viene aperto',
  active_content: 'Qui non è possibile inviare file con contenuto attivo',
};

export default texts;
