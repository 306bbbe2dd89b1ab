/** Why something could not be read from the service. */
import { ApiError } from '#client/errors.ts'

export interface ReadTrouble {
  readonly kind: 'OFFLINE' | 'BUSY' | 'ENDED' | 'REFUSED' | 'GONE' | 'SERVICE'
  readonly requestId: string | undefined
  /** REFUSED: who has it now, if the service says so */
  readonly who?: string | undefined
}

const kinds: Partial<Record<ApiError['code'], ReadTrouble['kind']>> = {
  NETWORK: 'OFFLINE',
  BAD_ANSWER: 'OFFLINE',
  RATE_LIMITED: 'BUSY',
  UNAUTHORIZED: 'ENDED',
  FORBIDDEN: 'REFUSED',
  NOT_FOUND: 'GONE',
}

export const readTroubleOf = (error: unknown): ReadTrouble =>
  error instanceof ApiError
    ? {
        kind: kinds[error.code] ?? 'SERVICE',
        requestId: error.requestId,
        who: error.details.find(({ path }) => path === 'assignee')?.message,
      }
    : { kind: 'SERVICE', requestId: undefined }
