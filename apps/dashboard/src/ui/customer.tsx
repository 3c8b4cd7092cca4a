import { Avatar } from './avatar.tsx';
import styles from './customer.module.css';
import { type Customer, customerNames } from './person.ts';

interface CustomerNameProps {
  customer: Customer;
  className?: string | undefined;
}

/** What a customer is called; who has several names, or none, in two words. */
export function CustomerName({ customer, className }: CustomerNameProps) {
  const { first, second } = customerNames(customer);
  return (
    <span className={className ? `${styles.names} ${className}` : styles.names}>
      <bdi>{first}</bdi>
      {second && (
        // An address behind a name may be left out where there is no room.
        <bdi className={styles.second} data-spare={customer.customerName ? '' : undefined}>
          {second}
        </bdi>
      )}
    </span>
  );
}

interface CustomerAvatarProps {
  customer: Customer;
  size?: 'sm' | 'md';
  status?: 'active' | 'waiting' | 'closed';
}

/** In the colour that stays with the visitor. */
export function CustomerAvatar({ customer, size = 'md', status }: CustomerAvatarProps) {
  const { marked, tint } = customerNames(customer);
  return <Avatar name={marked} tint={tint} size={size} {...(status && { status })} />;
}
