import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Ayuda',
  search: 'Buscar respuestas',
  loading: 'Cargando…',
  nothing: 'Sin resultados para «{words}»',
  nothingHint: 'Prueba con otras palabras o pregúntanos.',
  failed: 'La ayuda no está disponible ahora mismo.',
  back: 'Atrás',
  helpful: '¿Te ha sido útil?',
  yes: 'Sí',
  no: 'No',
  thanks: 'Gracias por tu opinión.',
  newTab: 'Abrir el artículo completo',
  need: '¿Aún necesitas ayuda?',
  write: 'Envíanos un mensaje',
};
export default texts;
