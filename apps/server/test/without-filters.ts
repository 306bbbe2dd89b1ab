/**
 * Removes our tenant filters from every statement of the request roles before it is sent, to test row security
 * alone.
 */
import { after } from 'node:test'
import pg from 'pg'

export interface Rewriting {
  /** statements from which a filter was removed, each text once */
  readonly rewritten: ReadonlySet<string>
  /** how often such statements were sent */
  sent(): number
  /** statements that still compare a tenant with a value; must be empty */
  readonly left: ReadonlySet<string>
}

const always = (parameter: string): string => `($${parameter}::uuid is not null)`

/** `tenant_id = $1`, `a.tenant_id = $1`, `"task"."tenant_id" = $1` */
const ownColumn = /(?:"?\w+"?\.)?"?\btenant_id\b"?\s*=\s*\$(\d+)(?:::uuid)?/g
/** `from tenant where id = $1`, `update tenant set … where id = $1`, and Kysely's forms of them */
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
 * Any comparison of a tenant with a value: a parameter, a text, a list. Comparisons of columns stay; the setting
 * `app.tenant_id` of row security is no column.
 */
const comparison =
  /(?<!app\.)\btenant_id\b"?\s*(?:::\w+\s*)?(?:=|<>|!=|<|>|in\b|is not distinct from|= any)\s*(?:any\s*)?\(?\s*(?:\$\d|'|select)|"?\btenant"?\s+(?:\w+\s+)?(?:where|on)\s+(?:"?\w+"?\.)?"?id"?\s*=\s*\$|\$\d+\s*=\s*(?:"?\w+"?\.)?"?\btenant_id\b/i

export const comparesTenant = (text: string): boolean => comparison.test(text)

/** Change counters, which every request may read for all tenants. */
const ofNoTenant = /^select tenant_id, list, sum\(n\)::bigint as n from list_revision where/

const requestRoles = /-c role=wellkept_(?:app|intake)\b/

interface Sender {
  readonly connectionParameters?: { readonly options?: string }
}

type Query = (this: Sender, ...values: unknown[]) => unknown

/** Applies to every connection of this process until the test file ends; call it before the application is built. */
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
