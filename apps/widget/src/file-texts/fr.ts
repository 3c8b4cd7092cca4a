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
  rate_limited: 'C’est plus que ce qui peut être envoyé en un jour',
  notHere: 'Aucun fichier ne peut être envoyé ici',
  later: 'Vous pourrez envoyer des fichiers dès que quelqu’un de notre équipe aura répondu.',
  unavailable: 'Nous ne pouvons pas recevoir de fichiers pour le moment',
  failed: 'Non envoyé',
  type: 'Les fichiers de ce type ne peuvent pas être envoyés',
  unreadable: 'Cette image ne peut pas être ouverte',
  too_large: 'Cette image a trop de pixels',
  infected: 'L’antivirus a trouvé quelque chose',
  unchecked: 'Ce fichier n’a pas pu être vérifié',
  incomplete: 'Ce fichier n’est pas arrivé en entier',
};

export default texts;
