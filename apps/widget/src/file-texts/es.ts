import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Archivos',
  uploading: 'Subiendo…',
  checking: 'Comprobando…',
  remove: 'Quitar {name}',
  open: 'Ampliar {name}',
  save: 'Guardar {name}',
  close: 'Cerrar imagen',
  tooMany: 'Un mensaje lleva como máximo {count} archivos.',
  overLimit: 'Más de {size}',
  rate_limited: 'Límite diario alcanzado',
  files_waiting: 'Envía primero tu mensaje y adjunta después más archivos',
  notHere: 'Aquí no se pueden enviar archivos',
  later: 'Podrás enviar archivos cuando alguien de nuestro equipo haya respondido.',
  unavailable: 'Ahora no podemos recibir archivos',
  failed: 'Error al subir',
  type: 'No se pueden enviar archivos de este tipo',
  unreadable: 'No se puede abrir esta imagen',
  too_large: 'La resolución de la imagen es demasiado alta',
  infected: 'El antivirus ha encontrado una amenaza',
  unchecked: 'No se ha podido analizar este archivo',
  incomplete: 'La subida se interrumpió',
  program: 'No se pueden enviar programas ni scripts',
  damaged: 'Este archivo está dañado o no es lo que dice su nombre',
  unsafe: 'Este archivo podría causar daños al abrirlo',
  active_content: 'Aquí no se pueden enviar archivos con contenido activo',
};

export default texts;
