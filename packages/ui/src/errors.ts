/** Texts for failed calls, by error code. */
import type { ErrorCode } from '#contracts/kit/vocabulary.ts'
import type { Words } from '#i18n/texts.ts'
import type shared from './messages/en.ts'

/** An error as the client throws it. */
export interface Failure {
  readonly code: ErrorCode | 'NETWORK' | 'BAD_ANSWER'
  readonly message: string
  readonly maintenance?: 'on' | 'told' | undefined
}

type ErrorWords = Pick<Words<typeof shared>, 'noConnection' | 'stillBusy' | 'failed'> & {
  /** what still works during maintenance, and what is safe */
  readonly maintained: string
}

/**
 * @param failure undefined if it is not an answer of the service
 * @param own texts of a screen that knows better what the code means there
 */
export const errorText = (
  words: ErrorWords,
  failure: Failure | undefined,
  own: Partial<Record<Failure['code'], string>>,
): string => {
  if (!failure) return words.failed
  // The operator's message may say when maintenance ends.
  if (failure.maintenance === 'told') return `${words.maintained} ${failure.message}`
  if (failure.maintenance) return words.maintained
  const known = own[failure.code]
  if (known !== undefined) return known
  switch (failure.code) {
    case 'NETWORK':
      return words.noConnection
    case 'RATE_LIMITED':
    case 'SERVICE_UNAVAILABLE':
      return words.stillBusy
    default:
      return words.failed
  }
}
