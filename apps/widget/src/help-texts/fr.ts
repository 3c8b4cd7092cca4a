import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Aide',
  search: 'Rechercher une réponse',
  loading: 'Chargement…',
  nothing: 'Aucun résultat pour « {words} »',
  nothingHint: 'Essayez d’autres mots, ou posez-nous la question.',
  failed: 'L’aide est indisponible pour le moment.',
  back: 'Retour',
  helpful: 'Cet article vous a-t-il aidé ?',
  yes: 'Oui',
  no: 'Non',
  thanks: 'Merci pour votre retour.',
  newTab: 'Ouvrir l’article complet',
  need: 'Encore besoin d’aide ?',
  write: 'Envoyez-nous un message',
};
export default texts;
