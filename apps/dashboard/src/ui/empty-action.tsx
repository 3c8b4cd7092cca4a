import { Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface EmptyActionProps {
  /** Address that it links to; a button without. */
  to?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** The one thing to do where there is nothing. */
export function EmptyAction({ to, onClick, children }: EmptyActionProps) {
  if (to === undefined)
    return (
      <Button variant="outline" size="xs" onClick={onClick}>
        {children}
      </Button>
    );
  return (
    <Button asChild variant="outline" size="xs">
      <Link to={to} onClick={onClick}>
        {children}
      </Link>
    </Button>
  );
}
