import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Fichiers',
  uploading: 'Envoi en cours…',
  checking: 'Vérification…',
  remove: 'Retirer {name}',
  open: 'Agrandir {name}',
  save: 'Enregistrer {name}',
  close: 'Fermer l’image',
  tooMany: 'Un message contient au plus {count} fichiers.',
  overLimit: 'Plus de {size}',
  rate_limited: 'Limite quotidienne atteinte',
  files_waiting: 'Envoyez d’abord votre message, puis joignez d’autres fichiers',
  notHere: 'Aucun fichier ne peut être envoyé ici',
  later: 'Vous pourrez envoyer des fichiers dès que quelqu’un de notre équipe aura répondu.',
  unavailable: 'Nous ne pouvons pas recevoir de fichiers pour le moment',
  failed: 'Échec de l’envoi',
  type: 'Les fichiers de ce type ne peuvent pas être envoyés',
  unreadable: 'Cette image ne peut pas être ouverte',
  too_large: 'Résolution de l’image trop élevée',
  infected: 'L’antivirus a détecté une menace',
  unchecked: 'Ce fichier n’a pas pu être analysé',
  incomplete: 'L’envoi a été interrompu',
  program: 'Les programmes et les scripts ne peuvent pas être envoyés',
  damaged: 'Ce fichier est endommagé ou n’est pas ce que dit son nom',
  unsafe: 'Ce fichier pourrait causer des dommages à l’ouverture',
  active_content: 'Les fichiers avec du contenu actif ne peuvent pas être envoyés ici',
};

export default texts;
