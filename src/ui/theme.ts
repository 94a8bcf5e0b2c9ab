import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** One accent: the blue of ui/tokens.css, in the ten shades Mantine asks for. */
const brand: MantineColorsTuple = [
  '#eef5fd',
  '#e4effb',
  '#c6def6',
  '#98c4ef',
  '#5f9fe2',
  '#2f7dcd',
  '#1a68b8',
  '#1259a7',
  '#0f4a8b',
  '#0b3a6f',
];

export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  radius: { md: '10px', lg: '12px' },
});

/** Mantine's own greys and reds miss 4.5:1 in places; its pieces take the colours of our own components instead. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--k-surface)',
    '--mantine-color-text': 'var(--k-ink)',
    '--mantine-color-dimmed': 'var(--k-soft)',
    '--mantine-color-placeholder': 'var(--k-soft)',
    '--mantine-color-error': 'var(--k-bad)',
    '--mantine-color-success': 'var(--k-good)',
    '--mantine-color-anchor': 'var(--k-accent)',
    '--mantine-color-default-border': 'var(--k-line-strong)',
  },
  light: {},
  dark: {},
});
