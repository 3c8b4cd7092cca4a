import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Facts } from '../src/ui/facts.tsx';

it('puts a dot between what is said and none around what is not', () => {
  const nothing: string | null = null;
  const { container } = render(
    <p>
      <Facts>
        {nothing}
        {'3 messages'}
        {false}
        {['Delivery', 'Returns']}
        <time>now</time>
      </Facts>
    </p>,
  );
  expect(container.textContent).toBe('3 messages\u00a0· Delivery\u00a0· Returns\u00a0· now');
});
