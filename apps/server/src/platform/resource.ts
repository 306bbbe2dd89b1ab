/**
 * What the handlers of a resource share: rows with id and version that are locked, compared with If-Match and audited,
 * and that may stand in an order which people choose (`position`, from 0 without gaps).
 */
import type { Endpoint, PageOf } from '#contracts/kit/endpoint.ts'
import type { StaffContext, TenantContext } from './context.ts'
import { orderBy, pageBounds } from './db/lists.ts'
import type { DB } from './db/tables.ts'
import { notFound } from './errors.ts'
import { auditBefore, auditGone } from './gate/audit.ts'
import { requireVersion } from './gate/version.ts'

interface Versioned {
  readonly id: string
  readonly version: number
}

interface Definition<Row extends Versioned, Shown extends object> {
  readonly table: keyof DB
  /** whether the table has a `position` */
  readonly ordered?: boolean
  /** name of an order in the API → column; the first one is used if the query names none */
  readonly sorts: Readonly<Record<string, string>>
  /** rows as the API shows them, in the order given */
  readonly present: (ctx: TenantContext, rows: readonly Row[]) => Promise<Shown[]> | Shown[]
}

interface ListQuery {
  readonly page?: number
  readonly pageSize?: number
  readonly sort?: string
}

interface Locked<Row> {
  readonly row: Row
  /** all ids in order; empty for a resource without order */
  readonly ids: readonly string[]
}

/** The ids with one of them at another place. @param ids in order, as locked */
export const withPlace = (ids: readonly string[], id: string, position: number): string[] => {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, position), id, ...others.slice(position)]
}

export const resource = <Row extends Versioned, Shown extends object>({
  table,
  ordered = false,
  sorts,
  present,
}: Definition<Row, Shown>) => {
  const oneText = `select * from ${table} where tenant_id = $1 and id = $2`
  const idsText = `select id from ${table} where tenant_id = $1 order by ${ordered ? 'position, id' : 'id'}`
  const arrangeText = `update ${table} set position = (o.place - 1)::int
    from unnest($2::uuid[]) with ordinality as o (id, place)
    where ${table}.tenant_id = $1 and ${table}.id = o.id and ${table}.position <> o.place - 1`

  const find = async (ctx: TenantContext, id: string, lock = ''): Promise<Row> => {
    const [row] = await ctx.run<Row>(`${oneText} ${lock}`, [ctx.tenantId, id])
    if (!row) throw notFound()
    return row
  }

  const presentOne = async (ctx: TenantContext, row: Row): Promise<Shown> => {
    const [shown] = await present(ctx, [row])
    if (!shown) throw notFound()
    return shown
  }

  /** Until the transaction ends nobody else adds, removes or moves a row. @returns all ids in order */
  const lockAll = async (ctx: TenantContext): Promise<string[]> => {
    await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:${table}`])
    return (await ctx.run<{ id: string }>(idsText, [ctx.tenantId])).map(({ id }) => id)
  }

  const lockOne = async (ctx: StaffContext, id: string): Promise<Locked<Row>> => {
    const ids = ordered ? await lockAll(ctx) : []
    const row = await find(ctx, id, 'for update')
    requireVersion(ctx, row.version)
    return { row, ids }
  }

  /** @param ids all of them in their new order */
  const arrange = async (ctx: TenantContext, ids: readonly string[]): Promise<void> => {
    await ctx.run(arrangeText, [ctx.tenantId, ids])
  }

  return {
    lockAll,
    arrange,

    /** @throws ServiceError NOT_FOUND */
    read: async (ctx: TenantContext, id: string): Promise<Shown> => presentOne(ctx, await find(ctx, id)),

    /** @param equal values that columns must have; those that are undefined are not asked for */
    list: async (
      ctx: TenantContext,
      query: ListQuery,
      equal: Readonly<Record<string, string | number | boolean | undefined>> = {},
    ): Promise<PageOf<Shown>> => {
      const { limit, offset } = pageBounds(query)
      const { column, direction } = orderBy(query.sort ?? Object.keys(sorts)[0] ?? 'id', sorts)
      const asked = Object.entries(equal).filter(([, value]) => value !== undefined)
      const where = ['tenant_id = $1', ...asked.map(([name], at) => `${name} = $${at + 2}`)].join(' and ')
      const values = [ctx.tenantId, ...asked.map(([, value]) => value)]
      const [[counted], rows] = await Promise.all([
        ctx.run<{ total: number }>(`select count(*) as total from ${table} where ${where}`, values),
        ctx.run<Row>(
          `select * from ${table} where ${where} order by ${column} ${direction}, id ${direction}
           limit $${values.length + 1} offset $${values.length + 2}`,
          [...values, limit, offset],
        ),
      ])
      return { items: await present(ctx, rows), total: counted?.total ?? 0 }
    },

    /**
     * Locks the row before a change and notes it for the audit log.
     * @throws ServiceError NOT_FOUND, PRECONDITION_FAILED
     */
    lockForChange: async (ctx: StaffContext, id: string): Promise<Locked<Row>> => {
      const locked = await lockOne(ctx, id)
      auditBefore(ctx, await presentOne(ctx, locked.row))
      return locked
    },

    /** The row for a dry run, which locks nothing. @throws ServiceError NOT_FOUND, PRECONDITION_FAILED */
    readForTrial: async (ctx: StaffContext, id: string): Promise<Locked<Row>> => {
      const row = await find(ctx, id)
      requireVersion(ctx, row.version)
      return { row, ids: [] }
    },

    /** @param ids in order, as locked */
    place: (ctx: TenantContext, ids: readonly string[], id: string, position: number): Promise<void> =>
      arrange(ctx, withPlace(ids, id, position)),

    /**
     * Deletes the row; those behind it move up.
     * @param maker the endpoint that creates such a record: the audit log names the fields that it takes
     * @param refuse throws for a row that may not be deleted
     * @throws ServiceError NOT_FOUND, PRECONDITION_FAILED
     */
    remove: async (
      ctx: StaffContext,
      id: string,
      maker: Pick<Endpoint, 'body'>,
      refuse?: (row: Row) => void,
    ): Promise<{ id: string }> => {
      const { row, ids } = await lockOne(ctx, id)
      refuse?.(row)
      auditGone(ctx, await presentOne(ctx, row), maker)
      await ctx.run(`delete from ${table} where tenant_id = $1 and id = $2`, [ctx.tenantId, id])
      if (ordered)
        await arrange(
          ctx,
          ids.filter((other) => other !== id),
        )
      return { id }
    },
  }
}
