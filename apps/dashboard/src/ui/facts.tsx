import { Children, Fragment, type ReactNode } from 'react';

/** What is to be said of one thing, side by side with a dot between two. What is null or false is not said. */
export function Facts({ children }: { children: ReactNode }) {
  return Children.toArray(children).map((fact, index) => (
    <Fragment key={index}>
      {/* A line ends with a dot, and none begins with one. */}
      {index > 0 && '\u00a0· '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
}
