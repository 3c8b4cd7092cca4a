import { Button, Input } from '@chakra-ui/react';
import { useEffect, useId, useRef, useState } from 'react';
import { common } from '../../i18n/en/common.ts';
import { formatting } from '../../i18n/en/formatting.ts';
import styles from './rich-field.module.css';

interface LinkFormProps {
  /** Address that the selection leads to now. */
  href: string | null;
  /** Null takes the link away; false for what is no address. */
  onLink: (href: string | null) => boolean;
  onClose: () => void;
}

/** Asks where the selected words lead. */
export default function LinkForm({ href, onLink, onClose }: LinkFormProps) {
  const [address, setAddress] = useState(href ?? '');
  const [isWrong, setWrong] = useState(false);
  const fault = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className={styles.link}
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!onLink(address.trim() === '' ? null : address));
      }}
    >
      <Input
        size="xs"
        ref={field}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
        dir="ltr"
        inputMode="url"
        aria-label={formatting('address')}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? fault : undefined}
        placeholder="https://"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      {isWrong && (
        <p id={fault} role="alert">
          {formatting('noAddress')}
        </p>
      )}
      {href !== null && (
        <Button size="xs" variant="ghost" onClick={() => onLink(null)}>
          {formatting('unlink')}
        </Button>
      )}
      <Button size="xs" variant="ghost" onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button size="xs" type="submit">
        {formatting('setLink')}
      </Button>
    </form>
  );
}
