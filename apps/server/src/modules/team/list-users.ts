import { sql } from 'kysely'
import { listUsers } from '#contracts/team.ts'
import { containing, nameHas, orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lackConditions } from './lacking.ts'
import { presentMember, selectMembers } from './present-member.ts'

const columns = {
  name: 'app_user.name',
  email: 'app_user.email',
  createdAt: 'app_user.created_at',
  lastSignInAt: 'app_user.last_sign_in_at',
} as const

export default serve(listUsers)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  let rows = selectMembers(ctx)
  const buildings = [...(query.building ?? []), ...(query.buildingId ?? [])]
  if (query.q) {
    const { q } = query
    rows = rows.where((eb) => eb.or([nameHas(sql`app_user.name`, q), eb('email', 'ilike', containing(q))]))
  }
  if (query.role) rows = rows.where(sql<boolean>`roles && ${query.role}::text[]`)
  if (query.team)
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('operator')
          .select('operator.id')
          .whereRef('operator.user_id', '=', 'app_user.id')
          .where('operator.company_id', 'in', query.team ?? []),
      ),
    )
  if (query.state) rows = rows.where('state', 'in', query.state)
  if (buildings.length > 0)
    rows = rows
      .where(sql<boolean>`(building_ids = '{}' or building_ids && ${buildings}::uuid[])`)
      // A member who covers all buildings does not match an unknown one.
      .where((eb) => eb.exists(eb.selectFrom('building').select('id').where('id', 'in', buildings)))
  for (const lack of query.lacking ?? []) rows = rows.where(lackConditions(ctx.tenantId)[lack])
  const order = orderBy(query.sort ?? 'name', columns)
  // A team has hundreds of members at most, so counting them is cheap.
  const { total } = await rows
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await rows
    .orderBy(order.column, (direction) =>
      order.direction === 'desc' ? direction.desc().nullsLast() : direction.asc().nullsLast(),
    )
    .orderBy('app_user.id', order.direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: items.map(presentMember), total }
})
