import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Hulp',
  search: 'Zoek een antwoord',
  loading: 'Laden…',
  nothing: 'Niets gevonden voor “{words}”',
  nothingHint: 'Probeer andere woorden, of vraag het ons.',
  failed: 'De hulp is nu niet beschikbaar.',
  back: 'Terug',
  helpful: 'Was dit nuttig?',
  yes: 'Ja',
  no: 'Nee',
  thanks: 'Bedankt voor je reactie.',
  newTab: 'Volledig artikel openen',
  need: 'Heb je nog hulp nodig?',
  write: 'Stuur ons een bericht',
};
export default texts;
