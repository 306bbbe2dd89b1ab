/** The charts of the web, drawn in PDF from the same shapes. */
import { scaleLinear } from 'd3-scale'
import { type DistributionBar, distributionBars, type RatingName } from '#ui/charts/distribution.ts'
import { type TrendDay, type TrendNote, trendHeight, trendShape } from '#ui/charts/trend.ts'
import type { Numbers } from './numbers.ts'
import { accent, barColour, contentWidth, muted, type Paper, type Pen, rule } from './paper.ts'
import type { ReportWords } from './report-words.ts'

const small = { size: 7.5, colour: muted } as const
/** The colours of the web's light theme. */
const ratingColours: Readonly<Record<RatingName, string>> = {
  '1': '#9a3412',
  '2': '#d07a34',
  '3': '#8f8878',
  '4': '#5b9aa0',
  '5': '#0e5a63',
}

export const drawTrend = (
  paper: Paper,
  days: readonly TrendDay[],
  notes: readonly TrendNote[],
  alt: string,
  words: ReportWords,
  numbers: Numbers,
): void => {
  const shape = trendShape(days, contentWidth, notes)
  paper.figure(alt, trendHeight, ({ doc, text }: Pen) => {
    doc.lineWidth(0.5)
    for (const { value, y } of shape.rules) {
      doc.moveTo(shape.left, y).lineTo(contentWidth, y).stroke(rule)
      text(String(value), 0, y + 3, small)
    }
    for (const { x, y, width, height } of shape.bars)
      if (height > 0) doc.rect(x, y, width, height).fill(barColour)
    doc.moveTo(shape.left, shape.barsBottom).lineTo(contentWidth, shape.barsBottom).stroke(rule)
    text(words.mostADay(numbers.number(shape.most)), shape.left, shape.mostY, small)
    if (shape.path !== '') doc.path(shape.path).lineWidth(1.2).stroke(accent)
    doc.lineWidth(0.8)
    for (const { x, y, radius, few } of shape.points) {
      doc.circle(x, y, radius * 0.8)
      if (few) doc.fillAndStroke('#ffffff', accent)
      else doc.fill(accent)
    }
    for (const { x, number } of shape.notes) {
      doc.moveTo(x, 12).lineTo(x, shape.barsBottom).dash(2, { space: 3 }).stroke(muted).undash()
      text(String(number), x + 2, 12, small)
    }
    for (const { day, x, anchor } of shape.labels)
      text(numbers.shortDay(day.date), x, trendHeight - 8, small, anchor)
  })
}

const lineOf = 18

export const drawDistribution = (
  paper: Paper,
  counts: Readonly<Record<RatingName, number>>,
  words: ReportWords,
  numbers: Numbers,
): readonly DistributionBar[] => {
  const { n, bars } = distributionBars(counts)
  const [from, to] = [80, contentWidth - 10]
  paper.figure(words.distributionAlt(numbers.number(n)), bars.length * lineOf + 4, ({ doc, text }) => {
    bars.forEach(({ rating, length }, index) => {
      const top = index * lineOf + 4
      text(words.rating[rating], 0, top + 9, small)
      if (length > 0) doc.rect(from, top, length * (to - from), 11).fill(ratingColours[rating])
    })
  })
  return bars
}

export interface Scored {
  readonly name: string
  readonly score: number
  readonly low: number
  readonly high: number
}

const scoreLine = 13
const labelWidth = 165

/** Each score as a point on its confidence interval, on a scale of 1 to 5. */
export const drawScores = (paper: Paper, scored: readonly Scored[], alt: string): void => {
  const x = scaleLinear([1, 5], [labelWidth + 5, contentWidth - 10])
  const height = scored.length * scoreLine + 18
  paper.figure(alt, height, ({ doc, text }) => {
    for (const value of [1, 2, 3, 4, 5]) {
      doc
        .moveTo(x(value), 2)
        .lineTo(x(value), height - 14)
        .lineWidth(0.5)
        .stroke(rule)
      text(String(value), x(value), height - 4, small, 'middle')
    }
    scored.forEach(({ name, score, low, high }, index) => {
      const y = index * scoreLine + 9
      text(name, 0, y + 2.5, { ...small, width: labelWidth })
      doc.moveTo(x(low), y).lineTo(x(high), y).lineWidth(2.4).stroke('#9cc4c8')
      doc.circle(x(score), y, 2.4).fill(accent)
    })
  })
}
