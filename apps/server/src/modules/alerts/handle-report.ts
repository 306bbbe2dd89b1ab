/** Applies alert rules to visitors' reports: opens, joins or confirms tasks, raises priorities, notifies people. */
import {
  confirmByRatings,
  joinOpenProblem,
  linkFeedback,
  type OpenProblems,
  openProblems,
  openTask,
  openTasksOfAmenity,
  type Report,
  raisePriority,
  raisePriorityTo,
} from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import {
  isCounted,
  readReports,
  readUses,
  reportersHere,
  reportersOfTask,
  type UsesOf,
  type VisitorReport,
} from './read-facts.ts'
import {
  decide,
  hasReached,
  isGood,
  isOverused,
  type Notice,
  otherCategory,
  type Problem,
  type Rule,
  reporterRules,
  usageCategory,
  usageRules,
} from './rules.ts'

/** The task of a problem after this report. */
interface HandledProblem {
  readonly category: string
  readonly taskId: string
  readonly reporterCount: number
  /** this report raised the count, because its source is new */
  readonly independent: boolean
}

/** Read once for all reports of a job. */
interface SharedReads {
  readonly usesOf: UsesOf
  readonly open: OpenProblems
}

export interface Reported {
  readonly amenityId: string
  readonly feedbackId: string
  /** of a status report */
  readonly itemId?: string
}

const raiseAlert = (
  ctx: TenantContext,
  report: VisitorReport,
  taskId: string | null,
  { ruleName, category, notify }: Problem | Notice,
  anew = false,
): Promise<unknown> =>
  emit(ctx, 'internal.alert_raised', {
    ruleName,
    feedbackId: report.id,
    taskId,
    amenityId: report.amenityId,
    buildingId: report.facts.buildingId,
    category,
    notify: [...notify],
    ...(anew ? { anew } : {}),
  })

const raise = async (ctx: TenantContext, open: OpenProblems, taskId: string): Promise<void> => {
  await open.write()
  await raisePriority(ctx, taskId)
}

/**
 * A rule with URGENT also raises the task that the report joins; any other priority is left to whoever set it.
 * @returns whether the task's priority was lower
 */
const raiseToUrgent = async (
  ctx: TenantContext,
  open: OpenProblems,
  taskId: string,
  { priority }: Problem,
): Promise<boolean> => {
  if (priority !== 'URGENT') return false
  await open.write()
  return raisePriorityTo(ctx, taskId, priority)
}

/** Adds the report to the task of its problem, or opens one. */
const handleProblem = async (
  ctx: TenantContext,
  report: VisitorReport,
  problem: Problem,
  itemId: string | undefined,
  open: OpenProblems,
): Promise<HandledProblem> => {
  const { category, windowMinutes } = problem
  const { id: feedbackId, amenityId } = report
  const known = itemId === undefined ? open.join(report, category) : undefined
  if (known) {
    const { taskId, reporterCount, counted } = known
    if (counted && known.priority !== 'URGENT' && (await raiseToUrgent(ctx, open, taskId, problem))) {
      await open.read(amenityId, category)
      if (problem.notify.length > 0) await raiseAlert(ctx, report, taskId, problem, true)
    }
    if (problem.raise && counted) await raise(ctx, open, taskId)
    return { category, taskId, reporterCount, independent: counted }
  }
  // The problem may have been merged into a task that other reports of this job have joined.
  await open.write()
  const link: Report = itemId === undefined ? { feedbackId } : { reportId: feedbackId, itemId }
  const counts = !(await isCounted(ctx, report, category, windowMinutes))
  const joined = await joinOpenProblem(ctx, { amenityId, category, report: link, counts, windowMinutes })
  if (joined) {
    const { taskId, reporterCount, reopened } = joined
    const raised = (counts || reopened) && (await raiseToUrgent(ctx, open, taskId, problem))
    if (itemId !== undefined) {
      await linkFeedback(ctx, [{ taskId, feedbackId }])
      await emit(ctx, 'feedback.merged', { feedbackId, taskId, category, reporterCount })
    } else await open.read(amenityId, category)
    if (problem.raise && counts) await raise(ctx, open, taskId)
    // A reopened or raised task is notified like a new one.
    if ((reopened || raised) && problem.notify.length > 0)
      await raiseAlert(ctx, report, taskId, problem, raised)
    return { category, taskId, reporterCount, independent: counts }
  }
  const { priority, skill } = report.categoryOf(category)
  const { rating, issues } = report.facts
  const { taskId, reporterCount } = await openTask(ctx, {
    ...(category === otherCategory && issues.length === 0 && rating !== null ? { rating } : {}),
    priority: problem.priority ?? priority,
    source: itemId === undefined ? 'FEEDBACK' : 'STATUS_REPORT',
    buildingId: report.facts.buildingId,
    amenityId,
    category,
    skill,
    createdBy: { kind: 'VISITOR', id: null, name: 'Visitor' },
    report: link,
    why: [{ code: 'ALERT_RULE', rule: problem.ruleName }],
  })
  if (itemId === undefined) await open.read(amenityId, category)
  else await linkFeedback(ctx, [{ taskId, feedbackId }])
  if (problem.notify.length > 0) await raiseAlert(ctx, report, taskId, problem)
  return { category, taskId, reporterCount, independent: true }
}

const countUp = async (
  ctx: TenantContext,
  report: VisitorReport,
  rule: Rule,
  met: HandledProblem,
  open: OpenProblems,
): Promise<boolean> => {
  if (rule.windowMinutes === null)
    return met.independent && hasReached(rule, met.reporterCount - 1, met.reporterCount)
  await open.write()
  const { before, after } = await reportersOfTask(ctx, report, met.taskId, rule.windowMinutes)
  return hasReached(rule, before, after)
}

/** Notifies once for reports whose gaps are shorter than the rule's window. */
const notifyOnce = async (ctx: TenantContext, report: VisitorReport, notice: Notice): Promise<void> => {
  const window = (notice.windowMinutes ?? 24 * 60) * 60_000
  const key = [ctx.tenantId, notice.ruleId, report.amenityId, notice.category]
  const [last] = await ctx.run<{ last_report_at: Date }>(
    'select last_report_at from alert_notice where tenant_id = $1 and rule_id = $2 and amenity_id = $3 and category = $4',
    key,
  )
  await ctx.run(
    `insert into alert_notice (tenant_id, rule_id, amenity_id, category, last_report_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, rule_id, amenity_id, category) do update set last_report_at = excluded.last_report_at`,
    [...key, ctx.now],
  )
  if (!last || ctx.now.getTime() - last.last_report_at.getTime() >= window)
    await raiseAlert(ctx, report, null, notice)
}

const asProblem = (rule: Rule, category: string): Problem => ({
  category,
  ruleId: rule.id,
  ruleName: rule.name,
  priority: rule.action.priority,
  notify: rule.action.notify,
  windowMinutes: rule.windowMinutes,
  raise: false,
})

/** Applies rules that count the reports of one category. */
const countReporters = async (
  ctx: TenantContext,
  report: VisitorReport,
  problems: Map<string, HandledProblem>,
  itemId: string | undefined,
  open: OpenProblems,
): Promise<void> => {
  const categories = new Set([...problems.keys(), ...report.facts.issues.map(({ code }) => code)])
  for (const category of categories) {
    for (const rule of reporterRules(report.rules, report.facts, category)) {
      const met = problems.get(category)
      if (rule.action.kind === 'RAISE_PRIORITY') {
        if (!met || !(await countUp(ctx, report, rule, met, open))) continue
        await raise(ctx, open, met.taskId)
        if (rule.action.notify.length > 0)
          await raiseAlert(ctx, report, met.taskId, asProblem(rule, category))
        continue
      }
      if (rule.action.kind === 'TASK' && met) continue
      if (
        (await reportersHere(ctx, report, category, rule.windowMinutes)) <
        (rule.trigger.count ?? Number.POSITIVE_INFINITY)
      )
        continue
      const problem = asProblem(
        rule,
        rule.action.kind === 'TASK' ? (rule.action.category ?? category) : category,
      )
      if (rule.action.kind === 'NOTICE') await notifyOnce(ctx, report, problem)
      else if (!problems.has(problem.category))
        problems.set(problem.category, await handleProblem(ctx, report, problem, itemId, open))
    }
  }
}

/** Applies rules that count the uses of an amenity since its last cleaning. */
const countUses = async (ctx: TenantContext, report: VisitorReport, usesOf: UsesOf): Promise<void> => {
  for (const rule of usageRules(report.rules, report.facts)) {
    const category = usageCategory(rule)
    if (!isOverused(rule, usesOf(report.amenityId, category))) continue
    const problem = asProblem(rule, category)
    if (rule.action.kind === 'NOTICE') {
      await notifyOnce(ctx, report, problem)
      continue
    }
    const open = (await openTasksOfAmenity(ctx, report.amenityId)).find((task) => task.category === category)
    // If the cleaning task is open already, only its priority may change.
    if (open || rule.action.kind === 'RAISE_PRIORITY') continue
    const { priority, skill } = report.categoryOf(category)
    const { taskId } = await openTask(ctx, {
      priority: problem.priority ?? priority,
      source: 'FEEDBACK',
      buildingId: report.facts.buildingId,
      amenityId: report.amenityId,
      category,
      skill,
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      why: [{ code: 'ALERT_RULE', rule: rule.name }],
    })
    if (problem.notify.length > 0) await raiseAlert(ctx, report, taskId, problem)
  }
}

const handleReport = async (
  ctx: TenantContext,
  report: VisitorReport,
  itemId: string | undefined,
  { usesOf, open }: SharedReads,
): Promise<void> => {
  const { problems, notices } = decide(report.rules, report.facts)
  const met = new Map<string, HandledProblem>()
  for (const problem of problems)
    met.set(problem.category, await handleProblem(ctx, report, problem, itemId, open))
  for (const notice of notices) await notifyOnce(ctx, report, notice)
  await countReporters(ctx, report, met, itemId, open)
  await countUses(ctx, report, usesOf)
}

/** The open tasks that these reports may join. */
const readOpenProblems = (ctx: TenantContext, reports: readonly VisitorReport[]): Promise<OpenProblems> =>
  openProblems(
    ctx,
    reports.flatMap(({ amenityId, rules, facts }) =>
      decide(rules, facts).problems.map(({ category }) => ({ amenityId, category })),
    ),
    reports.map(({ source }) => source),
  )

/** Handles reports one by one; database reads are shared by all of them. */
export const handleReports = async (ctx: TenantContext, reported: readonly Reported[]): Promise<void> => {
  // Serialises the reports of an amenity, so that each sees what the one before counted. Locked in sorted order, so
  // that transactions never deadlock.
  const amenityIds = [...new Set(reported.map(({ amenityId }) => amenityId))].sort()
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1 || id, 0)) from unnest($2::text[]) as id', [
    `${ctx.tenantId}:alerts:`,
    amenityIds,
  ])
  const reports = await readReports(
    ctx,
    reported.map(({ feedbackId }) => feedbackId),
  )
  const all = [...reports.values()]
  const read = { usesOf: await readUses(ctx, all), open: await readOpenProblems(ctx, all) }
  for (const { feedbackId, itemId } of reported) {
    const report = reports.get(feedbackId)
    if (report) await handleReport(ctx, report, itemId, read)
  }
  await read.open.write()
  // After the reports: a problem reported again here is open by now and is not confirmed.
  await confirmByRatings(
    ctx,
    all
      .filter(({ stands, facts }) => stands && isGood(facts))
      .map(({ id: feedbackId, amenityId, at }) => ({ feedbackId, amenityId, at })),
  )
}
