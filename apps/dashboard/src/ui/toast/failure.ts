import { wordsOf } from '../../api/call-error.ts';
import { common } from '../../i18n/en/common.ts';
import { toast } from './toasts.ts';

/** Shows that something failed, and the reason. */
export function toastFailure(error: unknown, title: string = common('updateFailed')): void {
  toast({ title, description: wordsOf(error), variant: 'destructive' });
}
