import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Pomoc',
  search: 'Szukaj odpowiedzi',
  loading: 'Wczytywanie…',
  nothing: 'Brak wyników dla „{words}”',
  nothingHint: 'Spróbuj innych słów albo zapytaj nas.',
  failed: 'Pomoc jest teraz niedostępna.',
  back: 'Wstecz',
  helpful: 'Czy to było pomocne?',
  yes: 'Tak',
  no: 'Nie',
  thanks: 'Dziękujemy za opinię.',
  newTab: 'Otwórz cały artykuł',
  need: 'Nadal potrzebujesz pomocy?',
  write: 'Wyślij nam wiadomość',
};
export default texts;
