/** What only players see: everybody else is led to joining. */
import type { ComponentChildren, JSX } from 'preact'
import type { PlayerProfile } from '#contracts/arena/records.ts'
import { getArenaProfile } from '#contracts/arena.ts'
import { Link } from '#field-kit/navigation.tsx'
import { arena } from '#pwa/phone-apps.ts'
import { useWords } from '../words.ts'
import { Shown } from './shown.tsx'
import { useAnswer } from './use-answer.ts'

export const OnlyJoined = ({
  children,
}: {
  children: (profile: PlayerProfile) => ComponentChildren
}): JSX.Element => {
  const words = useWords()
  const profile = useAnswer(getArenaProfile, {})
  return (
    <Shown of={profile} quiet={profile.seen !== undefined}>
      {(mine) =>
        mine.optedIn ? (
          children(mine)
        ) : (
          <div class="stack">
            <p>{words.joinIntro}</p>
            <Link class="button primary" to={arena.home}>
              {words.aboutJoining}
            </Link>
          </div>
        )
      }
    </Shown>
  )
}
