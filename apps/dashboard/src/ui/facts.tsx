import { Children, Fragment, type ReactNode } from 'react';

/** Shows facts about one thing in a row with a dot between two. Null and false are left out. */
export function Facts({ children }: { children: ReactNode }) {
  return Children.toArray(children).map((fact, index) => (
    <Fragment key={index}>
      {/* A line ends with a dot, and none begins with one. */}
      {index > 0 && '\u00a0· '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
}
