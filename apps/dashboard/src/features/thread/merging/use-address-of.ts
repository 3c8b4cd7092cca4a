import { useSearchParams } from 'react-router-dom';

/** Returns a function for a conversation's address, with the list as it is now. */
export function useAddressOf(): (id: string) => string {
  const [query] = useSearchParams();
  return (id) => {
    const address = new URLSearchParams(query);
    address.set('selected', id);
    address.delete('message');
    return `/conversations?${address}`;
  };
}
