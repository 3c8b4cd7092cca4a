import { Button } from '@chakra-ui/react';
import { signOutVisitor } from '@parley/contracts/routes/conversations';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { visitor } from '../../i18n/en/visitor.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Ends what the visitor of a conversation is known by: for a lost phone, or a shared computer. */
export function SignOut({ conversationId }: { conversationId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const signOut = useMutation({
    mutationFn: () => call(signOutVisitor, { params: { id: conversationId } }),
    onSuccess: () => toast({ title: visitor('signedOut'), description: visitor('signedOutWhere') }),
    onError: (error) => toastFailure(error, visitor('signOutFailed')),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setIsAsking(true)}>
        <LogOut size={14} aria-hidden /> {visitor('signOutEverywhere')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={visitor('signOutTitle')}
        confirmLabel={visitor('signOut')}
        pending={signOut.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => signOut.mutate()}
      >
        {visitor('signOutHint')}
      </ConfirmDialog>
    </>
  );
}
