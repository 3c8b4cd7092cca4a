import { Menu } from '@chakra-ui/react';
import { Rows3, Rows4, Trash2 } from 'lucide-react';
import { runCommand } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { MenuKey } from '../../ui/menu-key.tsx';
import { MenuAt } from '../../ui/menu-at.tsx';

interface ListMenuProps {
  /** Button that opens it. */
  button: HTMLElement;
  onClose: () => void;
}

/** Menu of the list: how dense it is, and for admins deleting all conversations, far from the work. */
export default function ListMenu({ button, onClose }: ListMenuProps) {
  const { compactList } = usePreferences();
  const mayDeleteAll = useMay('conversations.delete_all');
  return (
    <MenuAt button={button} onClose={onClose}>
      <Menu.Item value="density" onClick={() => runCommand('list:density')}>
        {compactList ? <Rows3 size={15} aria-hidden /> : <Rows4 size={15} aria-hidden />}
        {compactList ? inbox('comfortable') : inbox('compact')}
        <MenuKey of={['list:density']} />
      </Menu.Item>
      {mayDeleteAll && (
        <>
          <Menu.Separator />
          <Menu.Item value="delete-all" color="fg.error" onClick={() => runCommand('list:delete-all')}>
            <Trash2 size={15} aria-hidden />
            {inbox('deleteAllTitle')}
          </Menu.Item>
        </>
      )}
    </MenuAt>
  );
}
