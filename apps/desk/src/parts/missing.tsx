/** In the place of what did not load; the rest of the page stays. */
import { type ComponentType, lazy, useEffect } from 'react'
import { useWords } from '../lib/language.tsx'
import { piece, reloadOnce } from '../lib/piece.ts'
import { Empty } from './states.tsx'

export const Missing = () => {
  const { errors, words } = useWords()
  useEffect(() => void reloadOnce(), [])
  return (
    <div role="alert">
      <Empty
        title={errors.pieceMissing}
        action={
          <button type="button" className="as-link" onClick={() => location.reload()}>
            {words.retry}
          </button>
        }
      />
    </div>
  )
}

/** A component whose code is fetched when it is first drawn. */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    piece(load).then(
      (found) => ({ default: found }),
      () => ({ default: Missing as ComponentType<P> }),
    ),
  )
