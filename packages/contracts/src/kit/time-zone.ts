/** Which text is a time zone, and which two are the same: every door, every reader and the apps ask here. */

/** Zones that ICU, and with it most browsers, still calls by the name of before; a test compares them with the tz database. */
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
 * What ICU takes beside the names of the tz database, and Temporal does not: offsets, SystemV, names that were removed,
 * and three letters, which mean different zones to different people (IST, CST).
 */
const notIana =
  /^(?![a-z])|[^\w+/-]|^SystemV\/|^US\/Pacific-New$|^Canada\/East-Saskatchewan$|^(?!CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)[a-z]{3}$/i

/** A browser without Temporal goes by the pattern and ICU alone: today they take the same names. */
const isTaken = (name: string): boolean => {
  if (typeof Temporal === 'undefined') return true
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** @param name as `Intl` tells it, of this device or of its list */
export const canonicalZone = (name: string): string => nowCalled[name] ?? name

/** The canonical name of an IANA time zone, as it is stored and told; undefined for any other text. */
export const timeZoneOf = (text: string): string | undefined => {
  if (text.length > 64 || notIana.test(text) || !isTaken(text)) return undefined
  try {
    return canonicalZone(new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone)
  } catch {
    return undefined
  }
}
