import type { ReplyAction } from '@parley/contracts/canned-replies';
import { replies } from '../../i18n/en/replies.ts';
import type { Colleague } from '../notes/mention-words.ts';

/** What an action does, in a few words. */
export function actionWords(action: ReplyAction, colleagues: readonly Pick<Colleague, 'id' | 'name'>[]): string {
  switch (action.type) {
    case 'assign':
      if (action.to === 'me') return replies('assignMe');
      if (action.to === 'nobody') return replies('assignNobody');
      return replies('assignPerson', {
        name: colleagues.find(({ id }) => id === action.to)?.name ?? replies('somebodyGone'),
      });
    case 'close':
      return replies('close');
    case 'reopen':
      return replies('reopen');
    case 'note':
      return replies('note');
  }
}
