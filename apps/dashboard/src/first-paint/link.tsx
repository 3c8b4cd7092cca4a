import type { ComponentProps } from 'react';

/** What stands in for the router's link before there is a router. */
export function Link({ to, children, ...props }: ComponentProps<'a'> & { to: string }) {
  return (
    <a href={to} {...props}>
      {children}
    </a>
  );
}
