/** ARE-2: the own points line by line, each with its reason and with what took it back. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { listSeasons } from '#contracts/arena/boards.ts'
import type { Entry } from '#contracts/arena/records.ts'
import { listMyPoints } from '#contracts/arena.ts'
import { SelectField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Banner } from '../pieces/banner.tsx'
import { Line } from '../pieces/line.tsx'
import { OnlyJoined } from '../pieces/only-joined.tsx'
import { Shown } from '../pieces/shown.tsx'
import { useAnswer } from '../pieces/use-answer.ts'
import { useFormat, useWords } from '../words.ts'

const step = 20
const most = 100

/** Lines with the reversals of each; a reversal whose line is not among them stands for itself. */
export const withReversals = (
  items: readonly Entry[],
): readonly { readonly line: Entry; readonly reversals: readonly Entry[] }[] => {
  const ids = new Set(items.map(({ id }) => id))
  return items
    .filter(({ reverses }) => reverses === null || !ids.has(reverses))
    .map((line) => ({ line, reversals: items.filter(({ reverses }) => reverses === line.id) }))
}

const Lines = ({ season, closed }: { season: string; closed: ReadonlySet<string> }): JSX.Element => {
  const words = useWords()
  const { number } = useFormat()
  const [size, setSize] = useState(step)
  const [page, setPage] = useState(1)
  const points = useAnswer(listMyPoints, {
    query: { page, pageSize: size, ...(season ? { season } : {}) },
  })
  return (
    <Shown of={points}>
      {({ items, about, total, totalPages }) => (
        <div class="stack">
          <dl class="sums">
            {(
              [
                [words.balance, about.balance],
                [words.credited, about.credited],
                [words.waiting, about.pending],
                [words.takenBack, about.reversed],
                [words.spent, about.spent],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{number(value)}</dd>
              </div>
            ))}
          </dl>
          {items.length === 0 ? (
            <p>{words.noPoints}</p>
          ) : (
            <ul class="rows">
              {withReversals(items).map(({ line, reversals }) => (
                <li key={line.id}>
                  <Line entry={line} closed={closed} />
                  {reversals.map((one) => (
                    <div key={one.id} class="under">
                      <Line entry={one} closed={closed} />
                    </div>
                  ))}
                </li>
              ))}
            </ul>
          )}
          {total > items.length && size < most ? (
            <button type="button" onClick={() => setSize(Math.min(most, size + 40))}>
              {words.more}
            </button>
          ) : (
            totalPages > 1 && (
              <div class="row">
                {page > 1 && (
                  <button type="button" onClick={() => setPage(page - 1)}>
                    {words.newer}
                  </button>
                )}
                {page < totalPages && (
                  <button type="button" onClick={() => setPage(page + 1)}>
                    {words.older}
                  </button>
                )}
              </div>
            )
          )}
        </div>
      )}
    </Shown>
  )
}

export default function Points(): JSX.Element {
  const words = useWords()
  const [season, setSeason] = useState('')
  const seasons = useAnswer(listSeasons, { query: { pageSize: 100 } })
  const known = (seasons.seen?.data.items ?? []).filter(({ state }) => state !== 'DRAFT')
  const closed = new Set(known.flatMap(({ id, state }) => (state === 'CLOSED' ? id : [])))
  return (
    <>
      <Heading text={words.myPoints} />
      <Banner />
      <OnlyJoined>
        {() => (
          <>
            {known.length > 1 && (
              <SelectField
                label={words.season}
                name="season"
                value={season}
                choices={[['', words.allSeasons], ...known.map(({ id, name }) => [id, name] as const)]}
                onText={setSeason}
              />
            )}
            <Lines key={season} season={season} closed={closed} />
          </>
        )}
      </OnlyJoined>
    </>
  )
}
