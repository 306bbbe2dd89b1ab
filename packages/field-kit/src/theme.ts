/** Light, dark or system theme; the choice on this phone applies before anything is loaded. */
import type { Theme } from '#contracts/preferences.ts'

const place = 'wellkept.theme'

const isTheme = (value: unknown): value is Theme =>
  value === 'LIGHT' || value === 'DARK' || value === 'SYSTEM'

/** undefined if nothing was chosen on this phone */
export const chosenTheme = (): Theme | undefined => {
  try {
    const value = localStorage.getItem(place)
    return isTheme(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const showTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement
  if (theme === 'SYSTEM') delete dataset.theme
  else dataset.theme = theme.toLowerCase()
  // The browser's toolbar gets the colour of the page.
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const isDark = theme === 'SYSTEM' ? bar.media.includes('dark') : theme === 'DARK'
    bar.content = isDark ? '#141613' : '#FAF9F6'
  }
}

export const rememberTheme = (theme: Theme): void => {
  showTheme(theme)
  try {
    localStorage.setItem(place, theme)
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}
