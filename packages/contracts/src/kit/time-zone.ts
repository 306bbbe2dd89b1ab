/** Which texts are time zones, and which two are the same; input checks, readers and apps all use these functions. */

/** Zones that ICU, and so most browsers, still calls by an old name; a test compares them with the tz database. */
const nowCalled: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/**
 * Names that ICU accepts and Temporal does not: offsets, SystemV, removed names, and three letters, which mean
 * different zones to different people (IST, CST).
 */
const notIana =
  /^(?![a-z])|[^\w+/-]|^SystemV\/|^US\/Pacific-New$|^Canada\/East-Saskatchewan$|^(?!CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)[a-z]{3}$/i

/** A browser without Temporal uses the pattern and ICU only; today they accept the same names. */
const isTaken = (name: string): boolean => {
  if (typeof Temporal === 'undefined') return true
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** @param name as `Intl` gives it, for this device or in its list */
export const canonicalZone = (name: string): string => nowCalled[name] ?? name

/** The canonical name of an IANA time zone, as it is stored and returned; undefined for any other text. */
export const timeZoneOf = (text: string): string | undefined => {
  if (text.length > 64 || notIana.test(text) || !isTaken(text)) return undefined
  try {
    return canonicalZone(new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone)
  } catch {
    return undefined
  }
}
