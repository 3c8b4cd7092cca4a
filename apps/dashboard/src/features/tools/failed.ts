import { wordsOf } from '../../api/call-error.ts';
import { common } from '../../i18n/en/common.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Says why something was not done. */
export const failed = (error: Error) =>
  toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' });
