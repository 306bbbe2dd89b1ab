/**
 * Takes our own conditions on the tenant out of every statement of the roles that requests use, on its way to the
 * database; so that a test sees what row security holds by itself.
 */
import { after } from 'node:test'
import pg from 'pg'

export interface Rewriting {
  /** statements from which at least one condition was taken, each text once */
  readonly rewritten: ReadonlySet<string>
  /** how often such a statement was sent */
  sent(): number
  /** statements in which a comparison of a tenant with a value is left all the same; must be empty */
  readonly left: ReadonlySet<string>
}

const always = (parameter: string): string => `($${parameter}::uuid is not null)`

/** `tenant_id = $1`, `a.tenant_id = $1`, `"task"."tenant_id" = $1` */
const ownColumn = /(?:"?\w+"?\.)?"?\btenant_id\b"?\s*=\s*\$(\d+)(?:::uuid)?/g
/** `from tenant where id = $1`, `update tenant set … where id = $1`, and what Kysely makes of it */
const tenantItself =
  /((?:from|update)\s+"?tenant"?\s+(?:set\s[^;]*?)?(?:\s*)where\s+)(?:"?tenant"?\.)?"?id"?\s*=\s*\$(\d+)/g
/** `join tenant n on n.id = $1` */
const joinedTenant = /(join\s+tenant\s+(\w+)\s+on\s+)\2\.id\s*=\s*\$(\d+)/g

export const withoutTenantConditions = (text: string): string =>
  text
    .replace(ownColumn, (_, parameter: string) => always(parameter))
    .replace(tenantItself, (_, before: string, parameter: string) => before + always(parameter))
    .replace(
      joinedTenant,
      (_, before: string, _alias: string, parameter: string) => before + always(parameter),
    )

/**
 * A tenant compared with a value in whatever way: a parameter, a text, a list. Columns compared with each other stay;
 * the setting `app.tenant_id`, by which row security knows the tenant, is no column.
 */
const comparison =
  /(?<!app\.)\btenant_id\b"?\s*(?:::\w+\s*)?(?:=|<>|!=|<|>|in\b|is not distinct from|= any)\s*(?:any\s*)?\(?\s*(?:\$\d|'|select)|"?\btenant"?\s+(?:\w+\s+)?(?:where|on)\s+(?:"?\w+"?\.)?"?id"?\s*=\s*\$|\$\d+\s*=\s*(?:"?\w+"?\.)?"?\btenant_id\b/i

export const comparesTenant = (text: string): boolean => comparison.test(text)

/** Numbers that mean nothing, read for all tenants that ask at once; every request may read them all. */
const ofNoTenant = /^select tenant_id, list, sum\(n\)::bigint as n from list_revision where/

const requestRoles = /-c role=wellkept_(?:app|intake)\b/

interface Sender {
  readonly connectionParameters?: { readonly options?: string }
}

type Query = (this: Sender, ...values: unknown[]) => unknown

/** From now on and until the test file is done, for every connection of this process; call it before the application is built. */
export const takeFiltersAway = (): Rewriting => {
  const rewritten = new Set<string>()
  const left = new Set<string>()
  let sent = 0
  const strip = (text: string): string => {
    const stripped = withoutTenantConditions(text)
    if (stripped !== text) {
      rewritten.add(text)
      sent++
    }
    if (comparesTenant(stripped) && !ofNoTenant.test(stripped)) left.add(stripped)
    return stripped
  }
  const target = pg.Client.prototype as unknown as { query: Query }
  const original = target.query
  after(() => {
    target.query = original
  })
  target.query = function (statement, ...more) {
    const options = this.connectionParameters?.options ?? ''
    if (!requestRoles.test(options)) return original.call(this, statement, ...more)
    if (typeof statement === 'string') return original.call(this, strip(statement), ...more)
    const { text } = statement as { text?: unknown }
    if (typeof text !== 'string') throw new Error('A statement without a text')
    return original.call(this, { ...(statement as object), text: strip(text) }, ...more)
  }
  return { rewritten, left, sent: () => sent }
}
