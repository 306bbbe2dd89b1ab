/** A form whose change of a tenant needs a reason. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { TenantRecord } from '#contracts/super-admin/tenants.ts'
import { type Faults, type Form, useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { tenantMessages } from './messages.ts'

export interface DialogProps {
  readonly tenant: TenantRecord
  readonly onClose: () => void
}

interface ReasonFormOptions<D extends object, A> {
  readonly endpoint: Endpoint
  readonly tenant: TenantRecord
  readonly draft: D
  /** the body without its reason */
  readonly write: (draft: D & Reason) => object
  readonly check?: (draft: D) => Faults<D>
  /** characters that the reason needs */
  readonly least?: number
  readonly onDone: (answer: A | undefined) => void
}

export interface Reason {
  readonly reason: string
}

export const useReasonForm = <D extends object, A = unknown>(
  options: ReasonFormOptions<D, A>,
): Form<D & Reason> => {
  const t = useMessages(tenantMessages)
  const { endpoint, tenant, least = 3 } = options
  const act = useAction(endpoint)
  return useForm<D & Reason, object, never, A>({
    draft: () => ({ ...options.draft, reason: '' }),
    write: (draft) => ({ ...options.write(draft), reason: draft.reason.trim() }),
    body: endpoint,
    check: (draft) =>
      ({
        ...options.check?.(draft),
        reason: draft.reason.trim().length < least && t.reasonNeeded({ count: least }),
      }) as Faults<D & Reason>,
    create: (body) =>
      act.mutateAsync({ params: { id: tenant.id }, body, ifMatch: tenant.version } as never) as Promise<A>,
    onDone: options.onDone,
  })
}
