/** A player with picture, alias and team. */
import type { ComponentChildren, JSX } from 'preact'
import type { Player } from '#contracts/arena/records.ts'
import { useWords } from '../words.ts'
import { AvatarPicture } from './picture.tsx'

/** @param me whether it is the reader */
export const PlayerName = ({
  player: { displayName, avatar, team },
  me,
  children,
}: {
  player: Player
  me?: boolean
  children?: ComponentChildren
}): JSX.Element => {
  const words = useWords()
  return (
    <div class="player">
      <AvatarPicture avatar={avatar} />
      <div>
        <strong>
          <bdi>{displayName}</bdi>
        </strong>
        {me && <span class="me"> {words.you}</span>}
        <small>
          <bdi>{team.name}</bdi>
        </small>
      </div>
      {children}
    </div>
  )
}
