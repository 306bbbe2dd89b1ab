/** What became of a change, where it was made. A conflict is nobody's fault: load it again, then repeat. */
import { Button } from '@mantine/core'
import type { ApiError } from '#client/errors.ts'
import { useT } from '../lib/language.tsx'
import { readMeAgain } from '../lib/own-record.ts'
import { ErrorPanel } from '../parts/states.tsx'

interface SaveStateProps {
  readonly error: ApiError | null
  /** the draft goes back to what is saved */
  readonly onReload: () => void
}

export const SaveError = ({ error, onReload }: SaveStateProps) => {
  const { profile } = useT()
  if (!error) return null
  if (error.code !== 'PRECONDITION_FAILED') return <ErrorPanel error={error} />
  return (
    <div className="error-panel calm" role="alert">
      <p className="error-title">{profile.changedElsewhere}</p>
      <Button
        onClick={() => {
          onReload()
          void readMeAgain()
        }}
      >
        {profile.loadAgain}
      </Button>
    </div>
  )
}
