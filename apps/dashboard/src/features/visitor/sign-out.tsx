import { Button } from '@chakra-ui/react';
import { signOutVisitor } from '@parley/contracts/routes/conversations';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** Ends what the visitor of a conversation is known by: for a lost phone, or a shared computer. */
export function SignOut({ conversationId }: { conversationId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const signOut = useMutation({
    mutationFn: () => call(signOutVisitor, { params: { id: conversationId } }),
    onSuccess: () => toast({ title: 'Visitor signed out', description: 'In every browser they used.' }),
    onError: (error) => toast({ title: 'Sign-out failed', description: wordsOf(error), variant: 'destructive' }),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="xs" variant="outline" marginBlockStart="3.5" onClick={() => setIsAsking(true)}>
        <LogOut size={14} aria-hidden /> Sign out everywhere…
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Sign this visitor out everywhere"
        confirmLabel="Sign out"
        pending={signOut.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => signOut.mutate()}
      >
        Every browser they used forgets this conversation at once, and whoever holds one of them is a new visitor. The
        conversation stays here.
      </ConfirmDialog>
    </>
  );
}
