import { Box, Input } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import type { Ref } from 'react';

interface PanelSearchProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

/** The search box at the head of a list. */
export function PanelSearch({ ref, label, placeholder, value, onChange }: PanelSearchProps) {
  return (
    <Box position="relative" p="3" borderBottomWidth="1px">
      <Box position="absolute" zIndex="1" top="5" insetStart="1.375rem" color="fg.muted" pointerEvents="none">
        <Search size={16} aria-hidden />
      </Box>
      <Input
        {...(ref && { ref })}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        ps="2.125rem"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Box>
  );
}
