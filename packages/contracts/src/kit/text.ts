/**
 * Schemas for text. The gate reads the keyword `x-text`: it normalises each string to Unicode NFC, trims it and
 * refuses forbidden characters before the schema is checked.
 *
 * line   one line: no control characters, no bidi overrides
 * long   several lines: LF and TAB stay, CR LF becomes LF, other control characters are refused
 * exact  unchanged: passwords, tokens
 * id     a UUID becomes lower case
 */
import { Type } from 'typebox'

/** One line of text of at most `max` code points. */
export const Line = (max: number, min = 1) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': 'line' })

/** Text of several lines, at most `max` code points; may be empty unless `min` says otherwise. */
export const LongText = (max: number, min = 0) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': 'long' })

/** A secret that is not normalised. */
export const Exact = (max: number, min = 1) =>
  Type.String({ minLength: min, maxLength: max, 'x-text': 'exact' })

/**
 * UUIDv7; accepted in either case, returned in lower case. An invalid path parameter is NOT_FOUND, elsewhere
 * VALIDATION_ERROR.
 */
export const Id = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  'x-text': 'id',
})

/** ISO 8601 UTC with milliseconds, e.g. 2026-11-20T08:00:00.000Z. */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$',
  'x-text': 'exact',
})

/** An instant as input: ISO 8601 with offset or Z; a day that does not exist is refused. */
export const InstantInput = Type.String({ maxLength: 40, 'x-format': 'instant' })

/** A day, e.g. 2026-11-20; one that does not exist is refused. */
export const DateOnly = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-format': 'date' })

/** An email address, stored in lower case and in ASCII form. */
export const Email = Type.String({ minLength: 3, maxLength: 254, 'x-format': 'email' })

/** An IANA time zone, e.g. Europe/Berlin. */
export const TimeZone = Type.String({ maxLength: 64, 'x-format': 'time-zone' })

/** A colour as #RRGGBB. */
export const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** A new password; the handler checks PASSWORD_MIN_LENGTH and the blocklist. */
export const NewPassword = Exact(128, 8)
