import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Hulp',
  search: 'Zoek een antwoord',
  loading: 'Laden…',
  nothing: 'Niets gevonden voor “{words}”',
  nothingHint: 'Probeer andere woorden, of vraag het ons.',
  failed: 'De hulp is nu niet bereikbaar.',
  back: 'Terug',
  helpful: 'Was dit nuttig?',
  yes: 'Ja',
  no: 'Nee',
  thanks: 'Bedankt voor uw reactie.',
  newTab: 'Op een eigen pagina openen',
  need: 'Hebt u ons nog nodig?',
  write: 'Schrijf ons',
};
export default texts;
