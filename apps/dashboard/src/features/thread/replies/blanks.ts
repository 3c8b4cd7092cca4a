/** Blanks that are not filled in keep a message from being sent. */
import { blankIn } from '@parley/contracts/messages/reply-template';
import { insertion } from '../../../i18n/en/insertion.ts';
import { toast } from '../../../ui/toast/toasts.ts';
import type { TextField } from '../../../ui/text-field.ts';

/** Selects the first blank at or behind a place, so that typing fills it in. False when there is none. */
export function selectBlank(field: TextField, from = 0): boolean {
  const blank = blankIn(field.value, from);
  if (!blank) return false;
  field.focus();
  field.setSelectionRange(blank.start, blank.end);
  return true;
}

/** Whether a blank is left to fill in: then it is selected, and a toast explains it. */
export function isHeldByBlank(field: TextField): boolean {
  const blank = blankIn(field.value);
  if (!blank) return false;
  selectBlank(field);
  toast({ title: insertion('notSent'), description: insertion('fillIn', { blank: blank.label }) });
  return true;
}
