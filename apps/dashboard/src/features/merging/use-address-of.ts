import { useSearchParams } from 'react-router-dom';

/** Where a conversation is opened beside the list as it is now. */
export function useAddressOf(): (id: string) => string {
  const [query] = useSearchParams();
  return (id) => {
    const address = new URLSearchParams(query);
    address.set('selected', id);
    address.delete('message');
    return `/conversations?${address}`;
  };
}
