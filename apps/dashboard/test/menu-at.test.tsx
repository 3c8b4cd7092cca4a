/** Menus that are rendered while they are open. */
import { Menu } from '@chakra-ui/react';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { MenuAt } from '../src/ui/menu-at.tsx';
import { Picker } from '../src/ui/picker.tsx';
import { leave, show } from './screen.tsx';

afterEach(leave);

function Example() {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <button onClick={({ currentTarget }) => setButton(currentTarget)}>More</button>
      {button && (
        <MenuAt button={button} onClose={() => setButton(null)}>
          <Menu.Item value="snooze" onClick={() => setPicking(true)}>
            Snooze
          </Menu.Item>
        </MenuAt>
      )}
      {isPicking && (
        <Picker
          title="Snooze until"
          placeholder=""
          options={() => [{ id: 'tomorrow', label: 'Tomorrow' }]}
          onChoose={() => undefined}
          onClose={() => setPicking(false)}
          nothing=""
        />
      )}
    </>
  );
}

it('a picker that a menu opens stays open and has the focus when the menu has gone', async () => {
  const { user } = await show(<Example />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Snooze' }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  const field = screen.getByRole('combobox', { name: 'Snooze until' });
  await waitFor(() => expect(document.activeElement).toBe(field));
});
