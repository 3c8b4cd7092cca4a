/** Leads from messages that were split off to the conversation that they are in. */
import { Link } from 'react-router-dom';
import { merging as words } from '../../../i18n/en/merging.ts';
import { useAddressOf } from '../merging/use-address-of.ts';

interface Moved {
  conversationId: string;
}

export const MovedTo = ({ conversationId }: Moved) => (
  <>
    {words('moved')} <OpenIt conversationId={conversationId} />
  </>
);

export function OpenIt({ conversationId }: Moved) {
  const addressOf = useAddressOf();
  return <Link to={addressOf(conversationId)}>{words('openIt')}</Link>;
}
