import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'Ajuda',
  search: 'Procurar respostas',
  loading: 'Carregando…',
  nothing: 'Nada encontrado para “{words}”',
  nothingHint: 'Tente outras palavras, ou pergunte a nós.',
  failed: 'A ajuda está indisponível no momento.',
  back: 'Voltar',
  helpful: 'Isto foi útil?',
  yes: 'Sim',
  no: 'Não',
  thanks: 'Obrigado pelo seu feedback.',
  newTab: 'Abrir o artigo completo',
  need: 'Ainda precisa de ajuda?',
  write: 'Envie uma mensagem',
};
export default texts;
