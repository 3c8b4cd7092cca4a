import { englishOf } from '@parley/contracts/i18n/server-texts';
import { templateFaults } from '@parley/contracts/messages/reply-template';
import { t } from '../../i18n/server-text.ts';

/** The first thing that is wrong with a template, for who writes it. */
export function faultIn(template: string): string | undefined {
  const [fault] = templateFaults(template);
  return fault && t(fault, englishOf(fault));
}
