import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Hilfe',
  search: 'Antworten suchen',
  loading: 'Wird geladen …',
  nothing: 'Nichts gefunden für „{words}“',
  nothingHint: 'Versuchen Sie andere Wörter, oder fragen Sie uns.',
  failed: 'Die Hilfe ist gerade nicht verfügbar.',
  back: 'Zurück',
  helpful: 'War das hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke für die Rückmeldung.',
  newTab: 'Ganzen Artikel öffnen',
  need: 'Brauchen Sie noch Hilfe?',
  write: 'Nachricht schreiben',
};
export default texts;
