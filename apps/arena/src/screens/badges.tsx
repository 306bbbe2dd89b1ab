/** ARE-3: badges, and how far the own ones are. */
import type { JSX } from 'preact'
import { listBadges } from '#contracts/arena/boards.ts'
import type { MyBadge } from '#contracts/arena/records.ts'
import { getArenaProfile, listMyBadges } from '#contracts/arena.ts'
import { ProgressBar } from '../pieces/bar.tsx'
import { BadgePicture } from '../pieces/picture.tsx'
import { Shown } from '../pieces/shown.tsx'
import { TogetherHead } from '../pieces/together.tsx'
import { useAnswer } from '../pieces/use-answer.ts'
import { useFormat, useWords } from '../words.ts'

const Catalogue = ({ mine }: { mine: readonly MyBadge[] }): JSX.Element => {
  const words = useWords()
  const { date } = useFormat()
  const badges = useAnswer(listBadges, { query: { pageSize: 100 } })
  return (
    <Shown of={badges}>
      {({ items }) => (
        <ul class="rows">
          {items.map(({ code, name, condition }) => {
            const own = mine.find((one) => one.code === code)
            return (
              <li key={code} class="player">
                <BadgePicture code={code} earned={Boolean(own?.earnedAt)} />
                <div class="stack tight">
                  <h2 class="plain">{name}</h2>
                  <p>{condition}</p>
                  {own?.earnedAt ? (
                    <small>{words.earnedOn({ date: date(own.earnedAt) })}</small>
                  ) : (
                    own && <ProgressBar progress={own.progress} target={own.target} />
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Shown>
  )
}

const OfPlayer = (): JSX.Element => {
  const mine = useAnswer(listMyBadges, { query: { pageSize: 100 } })
  return <Catalogue mine={mine.seen?.data.items ?? []} />
}

export default function Badges(): JSX.Element {
  const profile = useAnswer(getArenaProfile, {})
  return (
    <>
      <TogetherHead at="badges" />
      {profile.seen?.data.optedIn ? <OfPlayer /> : <Catalogue mine={[]} />}
    </>
  )
}
