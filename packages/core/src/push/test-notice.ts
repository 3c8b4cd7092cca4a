import { pushTexts } from '@parley/contracts/i18n/catalogues/push';
import type { Language } from '@parley/contracts/text/languages';
import type { PushNotice } from '@parley/contracts/users/push';

/** Returns the notification of the test button. */
export function testNotice(language: Language): PushNotice {
  const t = pushTexts(language);
  return {
    type: 'notice',
    tag: 'test',
    title: 'Parley',
    body: t('test'),
    path: '/settings?tab=notifications',
    unread: 0,
    language,
    actions: [],
    failed: t('failed'),
  };
}
