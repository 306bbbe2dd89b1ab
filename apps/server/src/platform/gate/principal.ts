/** Who a request acts as, and in which tenant. */
import type { Actor, TenantInfo } from '../context.ts'

export interface Principal {
  readonly actor: Extract<Actor, { kind: 'USER' | 'KEY' }>
  readonly tenant: TenantInfo
  /** why staff can only read; undefined: they can write */
  readonly readOnly: string | undefined
  /** of support that may read: the actor is a key with the scope read, and personal fields are hidden */
  readonly support?: { readonly accessId: string }
}
