import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Aiuto',
  search: 'Cerca una risposta',
  loading: 'Caricamento…',
  nothing: 'Nessun risultato per “{words}”',
  nothingHint: 'Prova con altre parole o chiedi a noi.',
  failed: 'L’assistenza non è disponibile al momento.',
  back: 'Indietro',
  helpful: 'È stato utile?',
  yes: 'Sì',
  no: 'No',
  thanks: 'Grazie per il tuo riscontro.',
  newTab: 'Apri l’articolo completo',
  need: 'Hai ancora bisogno di aiuto?',
  write: 'Inviaci un messaggio',
};
export default texts;
