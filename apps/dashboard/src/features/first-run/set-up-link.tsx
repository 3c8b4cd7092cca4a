import { ListChecks } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { firstRun } from '../../i18n/en/firstrun.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { useSteps } from './steps.ts';

const to = '/settings?tab=general&setting=set-up';

interface SetUpLinkProps {
  className: string | undefined;
  onClick: () => void;
}

/** Link to the setup guide with what is done of it, until all is done or the guide is hidden. */
export default function SetUpLink({ className, onClick }: SetUpLinkProps) {
  const { setUpDismissed } = usePreferences();
  return setUpDismissed ? null : <Open className={className} onClick={onClick} />;
}

function Open({ className, onClick }: SetUpLinkProps) {
  const steps = useSteps();
  const { pathname, search } = useLocation();
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  if (!steps || done === steps.length) return null;
  const label = firstRun('setUpCount', { done, all: steps.length });
  return (
    <Link
      to={to}
      className={className}
      aria-current={pathname + search === to ? 'page' : undefined}
      title={label}
      onClick={onClick}
    >
      <ListChecks size={17} strokeWidth={1.8} aria-hidden />
      <span>{label}</span>
    </Link>
  );
}
