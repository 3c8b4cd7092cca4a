import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Ayuda',
  search: 'Buscar respuestas',
  loading: 'Cargando…',
  nothing: 'Nada encontrado para «{words}»',
  nothingHint: 'Pruebe con otras palabras, o pregúntenos.',
  failed: 'La ayuda no está disponible ahora mismo.',
  back: 'Atrás',
  helpful: '¿Le ha sido útil?',
  yes: 'Sí',
  no: 'No',
  thanks: 'Gracias por decírnoslo.',
  newTab: 'Abrir en su propia página',
  need: '¿Aún nos necesita?',
  write: 'Escríbanos',
};
export default texts;
