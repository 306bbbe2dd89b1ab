/** MAN-4: amenities by score, with n and interval; those with few ratings are shown without a rank. */
import { Link } from '@tanstack/react-router'
import { type ExportColumn, exportColumns } from '#contracts/exports.ts'
import { listAmenityPerformance } from '#contracts/figures.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { tooFew } from '#ui/charts/trend.ts'
import { ExportLayer } from '../export/export-button.tsx'
import { Formulas } from '../figures/parts.tsx'
import { facilityMessages } from './messages.ts'
import { ScoreCell } from './parts.tsx'

/** Export columns for the list's columns. */
const inFile = {
  name: ['name', 'type', 'building', 'location'],
  rank: ['rank'],
  score: ['score', 'low', 'high'],
  average: ['average', 'rated'],
  count: ['count'],
  change: ['change'],
  openTasks: ['openTasks'],
} as const satisfies Record<string, readonly ExportColumn[]>

const columnsShown = (chosen: readonly string[] | undefined): ExportColumn[] => {
  const shown = Object.entries(inFile).flatMap(([key, columns]) =>
    chosen === undefined || chosen.includes(key) || key === 'name' ? columns : [],
  )
  return exportColumns.amenities.filter((column) => (shown as readonly string[]).includes(column))
}

export const useList: UseList<typeof listAmenityPerformance> = ({ search }) => {
  const { words } = useMessages()
  const t = useMessages(facilityMessages)
  const names = useNames()
  const { number, average, change } = useFormat()
  const { from, to, building, type } = search
  const compare = search.compare === 'YEAR_BEFORE' ? search.compare : undefined
  return {
    name: ({ name }) => name,
    help: t.rankingHelp,
    first: { title: t.noAmenities, help: t.noAmenitiesHelp, action: null },
    filters: [
      { of: 'building', label: words.building, from: 'buildingsOfTasks' },
      { of: 'type', label: t.type, from: 'types' },
      { period: true, label: t.lastDays },
    ],
    note: <Formulas tasks={false}>{[t.formulas.score, t.formulas.likely, t.formulas.rank]}</Formulas>,
    create: [
      {
        label: t.asMultiples,
        link: (props) => (
          <Link {...props} to="/figures" search={{ from, to, compare, building, type, group: 'amenity' }} />
        ),
      },
      {
        label: words.export,
        by: listAmenityPerformance,
        layer: (close) => (
          <ExportLayer
            request={{
              what: 'amenities',
              filters: { from, to, compare, building, type },
              sort: search.sort ?? '-score',
              columns: columnsShown(search.columns),
            }}
            onClose={() => close()}
          />
        ),
      },
    ],
    opens: ({ id, name }) => ({
      label: name,
      link: (props) => (
        <Link {...props} to="/amenities/$id/figures" params={{ id }} search={{ from, to, compare }} />
      ),
    }),
    columns: [
      {
        key: 'name',
        head: words.amenity,
        cell: ({ name }) => name,
        below: ({ building, location, type: code, archived }) =>
          [sayPlace(location, building.name), names.type(code), ...(archived ? [t.archived] : [])].join(', '),
      },
      {
        key: 'rank',
        head: t.rank,
        end: true,
        cell: ({ rank }) => (rank === null ? <span className="quiet">{t.unranked}</span> : number(rank)),
      },
      {
        key: 'score',
        head: t.score,
        cell: (one) => <ScoreCell of={one} />,
        below: ({ rated }) => (rated < tooFew ? t.tooFew({ n: number(rated) }) : `n = ${number(rated)}`),
      },
      {
        key: 'average',
        head: t.average,
        end: true,
        wide: true,
        cell: (one) => (one.average === null ? '–' : average(one.average)),
      },
      {
        key: 'count',
        head: t.submissions,
        end: true,
        cell: ({ id, count }) =>
          count === 0 ? (
            '0'
          ) : (
            <Link to="/feedback" search={{ building, amenity: [id], from, to, counted: true }}>
              {number(count)}
            </Link>
          ),
      },
      {
        key: 'change',
        head: t.change,
        end: true,
        wide: true,
        cell: (one) => (one.change === null ? '–' : change(one.change)),
      },
      {
        key: 'openTasks',
        head: t.openTasks,
        end: true,
        cell: ({ id, openTasks }) =>
          openTasks === 0 ? (
            '0'
          ) : (
            <Link to="/tasks" search={{ building, amenity: [id], status: ['OPEN', 'IN_PROGRESS'] }}>
              {number(openTasks)}
            </Link>
          ),
      },
    ],
  }
}
