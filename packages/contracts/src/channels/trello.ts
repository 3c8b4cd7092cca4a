import * as Type from 'typebox';
import { Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';
import { channel, section } from './channel.ts';

const TrelloConfig = Strict({
  enabled: Type.Boolean(),
  apiKey: Secret,
  token: Secret,
  boardId: Guarded(Type.String({ maxLength: 500 })),
});

export const trello = channel({
  id: 'trello',
  name: 'Trello',
  docs: 'trello',
  queue: 'trello',
  repeatable: false,
  settings: section('trelloConfig', TrelloConfig, { enabled: false, apiKey: '', token: '', boardId: '' }, [
    'apiKey',
    'token',
    'boardId',
  ]),
});
