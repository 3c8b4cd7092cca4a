import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Hilfe',
  search: 'Antworten suchen',
  loading: 'Wird geladen …',
  nothing: 'Nichts gefunden für „{words}“',
  nothingHint: 'Versuchen Sie andere Wörter, oder fragen Sie uns.',
  failed: 'Die Hilfe ist gerade nicht erreichbar.',
  back: 'Zurück',
  helpful: 'War das hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke für die Rückmeldung.',
  newTab: 'Auf eigener Seite öffnen',
  need: 'Brauchen Sie uns noch?',
  write: 'Schreiben Sie uns',
};
export default texts;
