/** Answers of an inspection, each merged by its time with what another phone wrote. */
import { type MergedField, mergeField } from '#contracts/kit/merge.ts'
import { faultOfValue } from '#contracts/scout/answers.ts'
import type { AnswerValue } from '#contracts/scout/score.ts'
import type { Question, TemplateContent } from '#contracts/scout/templates.ts'
import { noteConflicts } from '#server/modules/scout/conflicts/public.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { timeUnderWay } from './round-times.ts'
import { contentOf, lockStop, requireBegun } from './stop-row.ts'

/** An answer is one field: value, `na` and note stand together. */
export interface AnswerField {
  readonly value: AnswerValue
  readonly na: boolean
  readonly note: string | null
}

interface SentAnswer {
  readonly questionId: string
  readonly value?: AnswerValue | undefined
  readonly na?: boolean | undefined
  readonly note?: string | undefined
  readonly base: number
}

/** Where a writing comes from. */
export interface Origin {
  /** of the operation */
  readonly clientId: string
  readonly session: string
  readonly said: Date
}

/** @throws ServiceError VALIDATION_ERROR at the answer */
const fieldOf = (question: Question, sent: SentAnswer, path: string): AnswerField => {
  const value = sent.value ?? null
  const fault = faultOfValue(question, value)
  if (fault !== undefined) throw invalid(`${path}.value`, fault)
  const na = sent.na ?? false
  if (na && !question.allowNa) throw invalid(`${path}.na`, 'this question must be answered')
  if (na && value !== null) throw invalid(`${path}.value`, 'must be left out where it does not apply')
  return { value, na, note: sent.note || null }
}

const questionsOf = ({ sections }: TemplateContent): Map<string, Question> =>
  new Map(sections.flatMap(({ questions }) => questions.map((one) => [one.id, one] as const)))

interface AnswerRow {
  question_id: string
  value: AnswerValue
  na: boolean
  note: string | null
  at: Date
  merge: Omit<MergedField<AnswerField>, 'value' | 'at' | 'version'>
  version: number
}

const storedText = `select question_id, value, na, note, at, merge, version from inspection_answer
  where tenant_id = $1 and inspection_id = $2 and question_id = any($3::text[])`

const writeText = `insert into inspection_answer (tenant_id, inspection_id, question_id, value, na, note, at, merge, version)
  select $1, $2, a.question_id, a.value, a.na, a.note, a.at, a.merge, a.version
  from jsonb_to_recordset($3) as a (question_id text, value jsonb, na boolean, note text, at timestamptz, merge jsonb, version int)
  on conflict (tenant_id, inspection_id, question_id) do update
    set value = excluded.value, na = excluded.na, note = excluded.note, at = excluded.at, merge = excluded.merge,
      version = excluded.version`

const changedText =
  'update round_stop set changed_at = $3, version = version + 1 where tenant_id = $1 and id = $2'

const storedField = ({ value, na, note, at, merge, version }: AnswerRow): MergedField<AnswerField> => ({
  ...merge,
  value: { value, na, note },
  at: at.toISOString(),
  version,
})

const rowOf = (question_id: string, { value: answer, at, version, ...merge }: MergedField<AnswerField>) => ({
  question_id,
  // A JSON null in its column says that there is no value.
  value: answer.value,
  na: answer.na,
  note: answer.note,
  at,
  merge,
  version,
})

/** @returns the id of the open conflict, if there is one. @throws ServiceError */
export const answer = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  answers: readonly SentAnswer[],
  { clientId, session, said }: Origin,
): Promise<string | undefined> => {
  const { stop, round } = await lockStop(ctx, scout, { id })
  const at = timeUnderWay(ctx, round, said).toISOString()
  requireBegun(stop)
  const questions = questionsOf(await contentOf(ctx, stop))
  const rows = await ctx.run<AnswerRow>(storedText, [
    ctx.tenantId,
    id,
    answers.map(({ questionId }) => questionId),
  ])
  const fields = new Map(rows.map((row) => [row.question_id, storedField(row)]))
  const written = new Map<string, MergedField<AnswerField>>()
  answers.forEach((sent, index) => {
    const path = `body.answers.${index}`
    if (written.has(sent.questionId)) throw invalid(`${path}.questionId`, 'is given twice')
    const question = questions.get(sent.questionId)
    if (!question) throw invalid(`${path}.questionId`, 'is not in the checklist of this round')
    const value = fieldOf(question, sent, path)
    const { field } = mergeField(fields.get(sent.questionId), {
      value,
      at,
      clientId,
      session,
      base: sent.base,
    })
    fields.set(sent.questionId, field)
    written.set(sent.questionId, field)
  })
  const stored = [...written].map(([questionId, field]) => rowOf(questionId, field))
  await ctx.run(writeText, [ctx.tenantId, id, JSON.stringify(stored)])
  await ctx.run(changedText, [ctx.tenantId, id, ctx.now])
  return noteConflicts(ctx, { kind: 'INSPECTION', recordId: id, fields: written })
}
