import { Box, Skeleton } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './inbox-now.module.css';

interface NumberCardProps {
  label: string;
  /** Undefined while it is not known. */
  value: string | undefined;
  hint: string;
  /** Address of the list with what is counted; the whole card leads there. */
  to?: string | undefined;
  /** Shown under the value. */
  below?: ReactNode;
  children?: ReactNode;
}

/** A number with its label, which leads to what it counts. */
export function NumberCard({ label, value, hint, to, below, children }: NumberCardProps) {
  return (
    <Box className={styles.card} bg="bg" borderWidth="1px" title={hint} data-leads={to ? '' : undefined}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value}>
        {value === undefined && <Skeleton height="1em" width="3em" />}
        {value !== undefined && !to && value}
        {value !== undefined && to && (
          <Link className={styles.cardLink} to={to} aria-label={`${label}: ${value}`}>
            {value}
          </Link>
        )}
      </div>
      {below !== undefined && <div className={styles.below}>{below}</div>}
      {children && <div className={styles.chart}>{children}</div>}
    </Box>
  );
}
