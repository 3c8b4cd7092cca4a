import { wordsOf } from '../../api/call-error.ts';
import { common } from '../../i18n/en/common.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Shows why an action failed. */
export const failed = (error: Error) =>
  toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' });
