/** What visitors said: the submissions behind tasks. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Image } from '#contracts/records.ts'
import type { OriginFeedback } from '#contracts/tasks/records.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'

export interface OriginRow {
  task_id: string
  id: string
  rating: OriginFeedback['rating']
  comment: string | null
  issues: { code: string; detail: string | null; names: Record<string, string> | null }[]
  language: string | null
  created_at: Date
}

export const mostOrigins = 50

/** $1 tenant, $2 ids of tasks, $3 most of each task; newest first. */
export const originsText = `select k.task_id, f.* from unnest($2::uuid[]) as k (task_id) cross join lateral (
  select f.id, f.rating, f.comment, f.language, f.created_at,
    coalesce((select jsonb_agg(jsonb_build_object('code', i.value ->> 'code', 'detail', i.value ->> 'detail', 'names',
       (select jsonb_path_query_first(y.categories, '$[*] ? (@.code == $code).names', jsonb_build_object('code', i.value ->> 'code'))
        from amenity a join amenity_type y on y.tenant_id = $1 and y.code = a.type where a.tenant_id = $1 and a.id = f.amenity_id)) order by i.place)
     from jsonb_array_elements(f.issues) with ordinality as i (value, place)), '[]') as issues
  from task_feedback l cross join lateral (select * from feedback where tenant_id = $1 and id = l.feedback_id offset 0) f
  where l.tenant_id = $1 and l.task_id = k.task_id and f.state = 'VISIBLE'
  order by f.created_at desc, f.id desc limit $3) f`

export const presentOrigin = (
  row: OriginRow,
  language: VisitorLanguage,
  images: readonly Image[],
): OriginFeedback => ({
  id: row.id,
  rating: row.rating,
  comment: row.comment,
  issues: row.issues.map(({ code, detail, names }) => ({
    code,
    name: nameOfIssue(code, names ?? {}, language),
    detail,
  })),
  language: row.language ?? 'en',
  createdAt: row.created_at.toISOString(),
  images: [...images],
})
