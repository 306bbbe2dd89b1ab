/** A browser and its system in words. The header is anybody's text, so only known names and plain words leave here. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** `Firefox on Linux`; for a program the name that it gives itself, e.g. `curl`; null where nothing is known. */
export const deviceName = (userAgent: string): string | null => {
  const text = userAgent.slice(0, 500)
  const browser = nameIn(browsers, text)
  const system = nameIn(systems, text)
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^([A-Za-z][\w.-]{0,29})(?:[/ ]|$)/.exec(text)?.[1] ?? null
}
