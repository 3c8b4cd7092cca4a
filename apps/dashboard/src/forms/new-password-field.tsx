import { passwordMaxLength, passwordMinLength } from '@parley/contracts/users/limits';
import { accessWords } from '../i18n/en/access.ts';
import { profile } from '../i18n/en/profile.ts';
import { TextField } from '../ui/fields.tsx';
import { passwordStrength } from './password-strength.ts';

interface NewPasswordFieldProps {
  label: string;
  value: string;
  size?: 'sm' | 'md';
  fault?: string | undefined;
  onChange: (value: string) => void;
}

const strengths = { weak: 'weak', fair: 'fair', good: 'good', strong: 'strong' } as const;

/** A new password, and how well it holds, in words. */
export function NewPasswordField({ label, value, size = 'sm', fault, onChange }: NewPasswordFieldProps) {
  const isLong = value.length >= passwordMinLength;
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      size={size}
      minLength={passwordMinLength}
      maxLength={passwordMaxLength}
      hint={
        <span aria-live="polite">
          {isLong
            ? accessWords(strengths[passwordStrength(value)])
            : profile('newPasswordHint', { count: passwordMinLength })}
        </span>
      }
      value={value}
      error={fault}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
