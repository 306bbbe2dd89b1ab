/** A name such as "Firefox, Android" from a User-Agent; the order matters, since most browsers also name others. */
const browsers: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const first = (table: readonly [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** @returns '' if unknown; for other programs their own name, e.g. "curl" */
export const deviceName = (userAgent: string): string => {
  const agent = userAgent.slice(0, 500)
  const names = [first(browsers, agent), first(systems, agent)].filter((name) => name !== undefined)
  if (names.length > 0) return names.join(', ')
  return /^[A-Za-z][\w .-]{0,39}(?=\/|$)/.exec(agent)?.[0].trim() ?? ''
}
