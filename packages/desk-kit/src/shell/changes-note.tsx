/** Announces changes by others; the screen stays as it is until the person asks for them. */
import { Button } from '@mantine/core'
import { useMessages } from '../lib/language.tsx'
import { useMissed } from '../lib/live.ts'
import { refetchChanged, useChanges } from '../lib/live-updates.ts'

export const ChangesNote = () => {
  const { shell } = useMessages()
  const { count, name, fresh } = useChanges()
  return (
    <div className="changes" role="status">
      {count > 0 ? (
        <p>
          <span>
            {fresh
              ? shell.fresh({ count })
              : name
                ? shell.changedBy({ count, name })
                : shell.changed({ count })}
          </span>{' '}
          <Button size="compact-sm" onClick={() => void refetchChanged()}>
            {shell.show}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

/** Says that the live stream is interrupted. */
export const NotLive = () => {
  const { shell } = useMessages()
  const missed = useMissed()
  return <div role="status">{missed ? <p className="notice quiet-notice">{shell.notLive}</p> : null}</div>
}
