import type { ServiceError } from '#server/platform/errors.ts'

/** How a push tells that an operation was refused. */
export const refusal = (fault: ServiceError | undefined) => {
  const path = fault?.details?.[0]?.path
  return {
    result: 'REJECTED' as const,
    id: null,
    version: null,
    code: fault?.code ?? ('INTERNAL_ERROR' as const),
    error: fault?.message ?? '',
    ...(path === undefined ? {} : { path }),
  }
}
