import { getAmenityHistory } from '#contracts/scout/phone/sync.ts'
import { findingsById, unscored } from '#server/modules/scout/findings/public.ts'
import { readScout, toldTimeFor } from '#server/modules/scout/own/public.ts'
import { amenitiesInReach } from '#server/modules/scout/sites/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'

const ratingDays = 90
const dayMs = 86_400_000

const blindText = `select ${unscored('$3')} as unscored`

const inspectionsText = `select s.completed_at as at, o.kind, b.time_zone as zone, s.score, s.passed, r.scout_id = $2 as own
  from round_stop s join round r on r.tenant_id = $1 and r.id = s.round_id
  join building b on b.tenant_id = $1 and b.id = r.building_id
  join scout o on o.tenant_id = $1 and o.id = r.scout_id
  where s.tenant_id = $1 and s.amenity_id = $3 and s.state = 'COMPLETED'
    and (r.scout_id = $2 or r.state in ('SUBMITTED', 'REVIEWED'))
  order by s.completed_at desc limit 5`

const findingsText = `select id from finding where tenant_id = $1 and scout_id = $2 and amenity_id = $3
  and state in ('REPORTED', 'ACCEPTED', 'FIXED', 'REOPENED') order by created_at desc, id desc limit 20`

const ratingsText = `select count(rating)::int as count, round(avg(rating), 1) as average from feedback
  where tenant_id = $1 and amenity_id = $2 and created_at > $3 and rating is not null and state <> 'QUARANTINED'`

interface InspectionRow {
  at: Date
  kind: string
  zone: string
  score: number | null
  passed: boolean | null
  own: boolean
}

export default serve(getAmenityHistory)(async (ctx, { params }) => {
  const scout = await readScout(ctx)
  const asked = [ctx.tenantId, scout.id, params.id]
  if (!(await amenitiesInReach(ctx, scout, [params.id])).has(params.id)) throw notFound()
  const [[seen], inspections, open] = await Promise.all([
    ctx.run<{ unscored: boolean }>(blindText, asked),
    ctx.run<InspectionRow>(inspectionsText, asked),
    ctx.run<{ id: string }>(findingsText, asked),
  ])
  const blind = scout.blind && (seen?.unscored ?? true)
  const since = new Date(ctx.now.getTime() - ratingDays * dayMs)
  const [ratings] = blind
    ? []
    : await ctx.run<{ count: number; average: string | null }>(ratingsText, [ctx.tenantId, params.id, since])
  const findings = await findingsById(
    ctx,
    scout,
    open.map(({ id }) => id),
  )
  return {
    inspections: inspections.map(({ at, kind, zone, score, passed, own }) => {
      const isShown = own || !blind
      return {
        // A visit of a mystery visitor is told at noon of its day.
        at: toldTimeFor(own ? null : kind, zone)(at),
        score: isShown && score !== null ? Number(score) : null,
        passed: isShown ? passed : null,
        own,
      }
    }),
    findings,
    ratings: ratings
      ? {
          days: ratingDays as 90,
          count: ratings.count,
          average: ratings.average === null ? null : Number(ratings.average),
        }
      : null,
    blind,
  }
})
