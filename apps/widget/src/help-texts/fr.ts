import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Aide',
  search: 'Rechercher une réponse',
  loading: 'Chargement…',
  nothing: 'Aucun résultat pour « {words} »',
  nothingHint: 'Essayez d’autres mots, ou posez-nous la question.',
  failed: 'L’aide est injoignable pour le moment.',
  back: 'Retour',
  helpful: 'Cet article vous a-t-il aidé ?',
  yes: 'Oui',
  no: 'Non',
  thanks: 'Merci de nous l’avoir dit.',
  newTab: 'Ouvrir sur sa propre page',
  need: 'Encore besoin de nous ?',
  write: 'Écrivez-nous',
};
export default texts;
