import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Arquivos',
  uploading: 'Enviando…',
  checking: 'Verificando…',
  remove: 'Remover {name}',
  open: 'Ampliar {name}',
  save: 'Salvar {name}',
  close: 'Fechar imagem',
  tooMany: 'Uma mensagem leva no máximo {count} arquivos.',
  overLimit: 'Maior que {size}',
  rate_limited: 'Limite diário atingido',
  files_waiting: 'Envie primeiro a mensagem e depois anexe mais arquivos',
  notHere: 'Não é possível enviar arquivos aqui',
  later: 'Você poderá enviar arquivos assim que alguém da nossa equipe responder.',
  unavailable: 'Não podemos receber arquivos agora',
  failed: 'Falha no envio',
  type: 'Arquivos deste tipo não podem ser enviados',
  unreadable: 'Não foi possível abrir esta imagem',
  too_large: 'Resolução da imagem alta demais',
  infected: 'O antivírus encontrou uma ameaça',
  unchecked: 'Não foi possível verificar este arquivo',
  incomplete: 'O envio foi interrompido',
  program: 'Programas e scripts não podem ser enviados',
  damaged: 'Este arquivo está danificado ou não é o que o nome diz',
  unsafe: 'Este arquivo pode causar danos ao ser aberto',
  active_content: 'Arquivos com conteúdo ativo não podem ser enviados aqui',
};

export default texts;
