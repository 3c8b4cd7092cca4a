import { Box, Button, Stack } from '@chakra-ui/react';
import type { PasskeyAnswer, PasskeyRequest } from '@parley/contracts/users/passkeys';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { accessWords } from '../../i18n/en/access.ts';
import { focusAtFirst, TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { askPasskey, hasPasskeys } from '../../auth/ask-passkey.ts';

export type TypedProof = 'password' | 'code' | 'recoveryCode';
export type GivenProof =
  | { password: string }
  | { code: string }
  | { recoveryCode: string }
  | { passkey: PasskeyAnswer };

interface ProofFormProps {
  /** Kinds of proof that can be typed here, the preselected one first. */
  typed: readonly TypedProof[];
  /** Returns the passkey request; left out if the user has no passkey. */
  request?: (() => Promise<PasskeyRequest>) | undefined;
  /** If a passkey can be used, no field is shown before the user requests one. */
  isPasskeyFirst?: boolean;
  prove: (proof: GivenProof) => Promise<unknown>;
}

const labels = { password: 'password', code: 'code', recoveryCode: 'recoveryCode' } as const;
const others = { password: 'usePassword', code: 'useCode', recoveryCode: 'useRecovery' } as const;
const completion = { password: 'current-password', code: 'one-time-code', recoveryCode: 'off' } as const;

const asProof = (kind: TypedProof, text: string): GivenProof =>
  kind === 'password' ? { password: text } : kind === 'code' ? { code: text } : { recoveryCode: text };

/** Asks for one proof of identity; the user chooses the kind. */
export function ProofForm({ typed, request, isPasskeyFirst = false, prove }: ProofFormProps) {
  const canUsePasskey = request !== undefined && hasPasskeys();
  const [kind, setKind] = useState(isPasskeyFirst && canUsePasskey ? undefined : typed[0]);
  const [text, setText] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isPending, setPending] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    if (isPending) return;
    setPending(true);
    setError(null);
    work().then(
      () => setPending(false),
      (failure: unknown) => {
        setPending(false);
        setText('');
        setError(failure instanceof Error ? failure : new Error(String(failure)));
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog may be inside a form of the screen.
    event.stopPropagation();
    if (kind !== undefined) run(() => prove(asProof(kind, text)));
  };
  const fault = error ? (faultOf(error, 'password') ?? wordsOf(error)) : undefined;
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        {kind !== undefined && (
          <>
            <TextField
              key={kind}
              label={accessWords(labels[kind])}
              type={kind === 'password' ? 'password' : 'text'}
              autoComplete={completion[kind]}
              {...(kind === 'code' && { inputMode: 'numeric' as const, maxLength: 7 })}
              ref={focusAtFirst}
              required
              size="md"
              dir={kind === 'password' ? undefined : 'ltr'}
              value={text}
              error={fault}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" size="md" {...pausedWhile(isPending)}>
              {accessWords('goOn')}
            </Button>
          </>
        )}
        {request && canUsePasskey && (
          <Button
            variant={kind === undefined ? 'solid' : 'outline'}
            size="md"
            {...pausedWhile(isPending, () => run(async () => prove({ passkey: await askPasskey(await request()) })))}
          >
            <KeyRound size={15} aria-hidden />
            {accessWords('usePasskey')}
          </Button>
        )}
        {kind === undefined && fault && (
          <Box role="alert" color="fg.error" fontSize="sm">
            {fault}
          </Box>
        )}
        <Box display="flex" flexWrap="wrap" gap="2">
          {typed
            .filter((other) => other !== kind)
            .map((other) => (
              <Button
                key={other}
                size="xs"
                variant="ghost"
                onClick={() => {
                  setKind(other);
                  setText('');
                  setError(null);
                }}
              >
                {accessWords(others[other])}
              </Button>
            ))}
        </Box>
      </Stack>
    </form>
  );
}
