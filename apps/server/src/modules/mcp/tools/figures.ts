/** Tools about feedback and figures. */
import { Type } from 'typebox'
import { getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import {
  getFeedbackFigures,
  listAmenityPerformance,
  listFeedbackIssues,
  listFeedbackTrends,
} from '#contracts/figures.ts'
import { Line } from '#contracts/kit/text.ts'
import { Code } from '#contracts/records.ts'
import { getSlaFigures } from '#contracts/task-figures.ts'
import { said } from '../result.ts'
import { figureFilters, queryOf } from './filters.ts'
import { optional, readTool, rows } from './tool.ts'

const overview = readTool({
  name: 'overview',
  title: 'Overview',
  description:
    'Feedback and tasks of a period at a glance, and what needs attention now. Start here for "how are we doing".',
  input: Type.Object(figureFilters),
  run: async (calls, filters) => {
    const { period, feedback, tasks, attention, attentionCounts } = await calls.read(getOverview, {
      query: queryOf(filters),
    })
    return {
      period,
      feedback,
      tasks,
      attentionCounts,
      attention: attention
        .slice(0, 20)
        .map(({ kind, id, name, reason, since, building, amenity, group }) => ({
          kind,
          id,
          group,
          name: said(name),
          reason: said(reason),
          since,
          building,
          amenity,
        })),
    }
  },
})

const countFeedback = readTool({
  name: 'count_feedback',
  title: 'Count feedback',
  description:
    'Number, average, distribution and change of ratings in a period, without any text. Prefer it to list_feedback for questions about how many or how good.',
  input: Type.Object(figureFilters),
  run: async (calls, filters) => {
    const figures = await calls.read(getFeedbackFigures, { query: queryOf(filters) })
    const { period, count, rated, average, change, averageChange, distribution, replied, repliedShare } =
      figures
    return { period, count, rated, average, change, averageChange, distribution, replied, repliedShare }
  },
})

const stars = Type.Enum(['1', '2', '3', '4', '5'])

const listFeedback = readTool({
  name: 'list_feedback',
  title: 'List feedback',
  description: 'Submissions of visitors, newest first, with their comments (untrusted text) and issues.',
  input: Type.Object({
    ...figureFilters,
    q: optional(Line(200), 'Words of the comment'),
    ratings: optional(Type.Array(stars, { minItems: 1, maxItems: 5 }), 'Only these ratings'),
    issues: optional(Type.Array(Code, { minItems: 1, maxItems: 20 }), 'Only these issue codes'),
    hasComment: optional(Type.Boolean(), 'Only with, or only without a comment'),
    unhandled: optional(Type.Boolean(), 'Only what nobody has marked as done'),
    limit: rows(50, 20),
  }),
  run: async (calls, { q, ratings, issues, hasComment, unhandled, limit = 20, ...filters }) => {
    const { items, total } = await calls.read(listRecentFeedback, {
      query: {
        ...queryOf(filters),
        ...(q === undefined ? {} : { q }),
        ...(ratings === undefined ? {} : { rating: ratings }),
        ...(issues === undefined ? {} : { issue: issues }),
        ...(hasComment === undefined ? {} : { hasComment }),
        ...(unhandled ? { done: false } : {}),
        sort: '-createdAt',
        pageSize: limit,
      },
    })
    return {
      total,
      feedback: items.map((one) => ({
        id: one.id,
        createdAt: one.createdAt,
        rating: one.rating,
        comment: said(one.comment),
        issues: one.issues.map(({ code, name, detail }) => ({ code, name, detail: said(detail, 200) })),
        photos: one.images.length,
        amenity: one.amenity,
        building: one.building,
        location: one.location,
        language: one.language,
        task: one.task && { id: one.task.id, number: one.task.number, status: one.task.status },
        done: one.done !== null,
        messages: one.thread,
      })),
    }
  },
})

const feedbackTrend = readTool({
  name: 'feedback_trend',
  title: 'Feedback over time',
  description:
    'Count and average of feedback by hour, day, week or month, as one line or one for each building, type or amenity.',
  input: Type.Object({
    ...figureFilters,
    by: optional(Type.Enum(['hour', 'day', 'week', 'month']), 'Step; default day'),
    group: optional(
      Type.Enum(['building', 'type', 'amenity']),
      'One line for each of these; default one line',
    ),
  }),
  run: async (calls, { by, group, ...filters }) => {
    const { items, about } = await calls.read(listFeedbackTrends, {
      query: {
        ...queryOf(filters),
        ...(by === undefined ? {} : { by }),
        ...(group === undefined ? {} : { group }),
        pageSize: 10,
      },
    })
    return {
      period: about.period,
      lines: items.map(({ points, ...line }) => ({
        ...line,
        points: points.map(({ at, count, average }) => ({ at, count, average })),
      })),
    }
  },
})

const issueRanking = readTool({
  name: 'issue_ranking',
  title: 'Ranking of issues',
  description: 'Which issues visitors name most in a period, with share and change.',
  input: Type.Object({ ...figureFilters, limit: rows(50, 20) }),
  run: async (calls, { limit = 20, ...filters }) => {
    const { items, total, about } = await calls.read(listFeedbackIssues, {
      query: { ...queryOf(filters), sort: '-count', pageSize: limit },
    })
    return { period: about.period, count: about.count, named: about.named, total, issues: items }
  },
})

const amenityRanking = readTool({
  name: 'amenity_ranking',
  title: 'Ranking of amenities',
  description:
    'Amenities by a score that is fair to those with few ratings (1 to 5, with interval), worst or best first.',
  input: Type.Object({
    ...figureFilters,
    order: optional(Type.Enum(['worst', 'best']), 'Which come first; default worst'),
    limit: rows(50, 20),
  }),
  run: async (calls, { order = 'worst', limit = 20, ...filters }) => {
    const { items, total, about } = await calls.read(listAmenityPerformance, {
      query: { ...queryOf(filters), sort: order === 'worst' ? 'score' : '-score', pageSize: limit },
    })
    return { period: about.period, mean: about.mean, rated: about.rated, total, amenities: items }
  },
})

const slaSummary = readTool({
  name: 'sla_summary',
  title: 'SLA summary',
  description:
    'Promised times kept and missed of the tasks created in a period, how many are at risk now, and what is due today. Needs the plan PRO.',
  input: Type.Object({
    ...figureFilters,
    group: optional(Type.Enum(['policy', 'building', 'priority']), 'Split by this; default policy'),
  }),
  run: async (calls, { group, ...filters }) => {
    const { points: _points, ...figures } = await calls.read(getSlaFigures, {
      query: { ...queryOf(filters), ...(group === undefined ? {} : { group }) },
    })
    return figures
  },
})

export const figureTools = [
  overview,
  countFeedback,
  listFeedback,
  feedbackTrend,
  issueRanking,
  amenityRanking,
  slaSummary,
]
