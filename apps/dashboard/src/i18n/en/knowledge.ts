import { catalogue } from '../catalogue.ts';

export const knowledgeWords = catalogue('knowledge', {
  add: 'Add article',
  editCommand: 'Edit article',
  deleteArticle: 'Delete article',
  title: 'Knowledge',
  aboutKnowledge: 'What the assistant, the suggestions and your customers find answers in.',
  articles: 'Articles',
  open: 'Open Knowledge',
  about: 'Short articles that the assistant and the suggestions answer from.',
  none: 'No articles yet',
  noneHint: 'Opening hours, return policy, delivery times: what customers ask again and again.',
  updated: 'Updated {time}',
  saved: 'Article saved.',
  added: 'Article added.',
  articleTitle: 'Title',
  text: 'Text',
  save: 'Save article',
  deleted: 'Article deleted.',
  deleteHint: '“{title}” will no longer be used for answers.',
});
