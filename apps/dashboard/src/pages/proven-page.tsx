import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { announceProof } from '../features/account/proof-channel.ts';
import { refusalWords } from '../auth/refusal-words.ts';
import { accessWords } from '../i18n/en/access.ts';
import { notFound } from '../i18n/en/notfound.ts';
import { ssoSignInWords } from '../i18n/en/ssosignin.ts';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState } from '../ui/empty.tsx';

/** Return page after a proof at a sign-in service: the waiting window continues, this one closes. */
export default function ProvenPage() {
  const [search] = useSearchParams();
  const refused = search.get('refused');
  useEffect(() => {
    announceProof(refused);
    window.close();
  }, [refused]);
  return (
    <EmptyState
      icon={refused === null ? ShieldCheck : ShieldAlert}
      title={refused === null ? accessWords('proven') : (refusalWords(refused) ?? ssoSignInWords('failed'))}
      action={<EmptyAction to="/">{notFound('goToDashboard')}</EmptyAction>}
    >
      {accessWords('closeWindow')}
    </EmptyState>
  );
}
