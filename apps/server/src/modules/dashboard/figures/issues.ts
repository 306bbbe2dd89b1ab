import type { IssueFigure } from '#contracts/figures.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Filter } from '../filters.ts'
import { shareOf } from '../wilson.ts'
import { countIssues } from './count.ts'
import { issueNames } from './names.ts'
import type { Figures } from './open-figures.ts'
import { buckets, twoPeriods } from './series.ts'
import { changeOf } from './statistics.ts'

/** Issues of the period's submissions, most frequent first, and the number of submissions with any issue. */
export const issueFigures = async (
  ctx: TenantContext,
  { rollupGroups, period }: Figures,
  filter: Filter,
  inLanguage?: VisitorLanguage,
): Promise<{ issues: IssueFigure[]; named: number }> => {
  const [rows, nameOf] = await Promise.all([
    countIssues(ctx, { rollupGroups, filter, bounds: twoPeriods(period) }),
    issueNames(ctx, inLanguage),
  ])
  const count = (bucket: number, code: string | null): number =>
    rows.find((row) => row.bucket === bucket && row.code === code)?.n ?? 0
  const named = count(buckets.now, null)
  const issues = rows.flatMap(({ bucket, code, n }): IssueFigure[] =>
    bucket === buckets.now && code !== null
      ? [
          {
            code,
            name: nameOf(code),
            count: n,
            ...shareOf(n, named),
            change: changeOf(n, count(buckets.before, code)),
          },
        ]
      : [],
  )
  return { issues: issues.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)), named }
}
