import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Aiuto',
  search: 'Cerca una risposta',
  loading: 'Caricamento…',
  nothing: 'Nessun risultato per “{words}”',
  nothingHint: 'Provi con altre parole, o ce lo chieda.',
  failed: 'L’aiuto non è raggiungibile in questo momento.',
  back: 'Indietro',
  helpful: 'È stato utile?',
  yes: 'Sì',
  no: 'No',
  thanks: 'Grazie per avercelo detto.',
  newTab: 'Apri su una pagina propria',
  need: 'Ha ancora bisogno di noi?',
  write: 'Ci scriva',
};
export default texts;
