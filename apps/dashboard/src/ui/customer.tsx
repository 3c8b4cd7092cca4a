import { Avatar } from './avatar.tsx';
import styles from './customer.module.css';
import { type Customer, customerNames } from './person.ts';

interface CustomerNameProps {
  customer: Customer;
  className?: string | undefined;
}

/** Shows a customer's name; two words if the customer has several names, or none. */
export function CustomerName({ customer, className }: CustomerNameProps) {
  const { first, second } = customerNames(customer);
  return (
    <span className={className ? `${styles.names} ${className}` : styles.names}>
      <bdi>{first}</bdi>
      {second && (
        // The address after a name may be left out where there is no room.
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

/** Shows the avatar in the colour that stays with the visitor. */
export function CustomerAvatar({ customer, size = 'md', status }: CustomerAvatarProps) {
  const { marked, tint } = customerNames(customer);
  return <Avatar name={marked} tint={tint} size={size} {...(status && { status })} />;
}
