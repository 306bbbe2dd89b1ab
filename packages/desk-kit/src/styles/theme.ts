/** Mantine theme: flat, one accent colour; colours are design tokens. */
import {
  createTheme,
  type MantineColorScheme,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import type { Theme } from '#contracts/preferences.ts'

/** Mantine's names of the user's preference. */
export const schemeOf: Readonly<Record<Theme, MantineColorScheme>> = {
  SYSTEM: 'auto',
  LIGHT: 'light',
  DARK: 'dark',
}

const same = (token: string): MantineColorsTuple => {
  const value = `var(${token})`
  return [value, value, value, value, value, value, value, value, value, value]
}

const resolver: VariantColorsResolver = ({ variant, color }) => {
  const ink = color === 'bad' ? 'var(--bad)' : 'var(--accent)'
  if (variant === 'filled') {
    const on = color === 'bad' ? 'var(--surface)' : 'var(--on-accent)'
    return { background: ink, hover: ink, color: on, border: '1px solid transparent' }
  }
  const quiet = { hover: 'var(--surface-2)', border: '1px solid transparent' }
  if (variant === 'subtle' || variant === 'transparent')
    return { ...quiet, background: 'transparent', color: ink }
  if (variant === 'light') return { ...quiet, background: 'var(--accent-soft)', color: ink }
  return {
    background: 'var(--surface)',
    hover: 'var(--surface-2)',
    color: color === 'bad' ? 'var(--bad)' : 'var(--text)',
    border: '1px solid var(--border-strong)',
  }
}

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: same('--accent'), bad: same('--bad') },
  variantColorResolver: resolver,
  fontFamily: '"Atkinson Hyperlegible Next", system-ui, sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'sm',
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 36, variant: 'subtle' } },
    // Mantine's scroll lock adds a style element, which the content security policy forbids.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: false,
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.35 },
      },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        position: 'bottom-start',
        // The placeholder for the initial focus would be an invalid child of role="menu".
        withInitialFocusPlaceholder: false,
        portalProps: { target: '#layers' },
      },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 }, position: 'bottom-start' } },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' }, checkIconPosition: 'right' } },
  },
})
