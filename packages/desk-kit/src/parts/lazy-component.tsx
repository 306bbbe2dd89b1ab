/** Shown in place of a part whose code failed to load; the rest of the page stays. */
import { type ComponentType, lazy, useEffect } from 'react'
import { useMessages } from '../lib/language.tsx'
import { loadChunk, reloadOnce } from '../lib/load-chunk.ts'
import { Empty } from './states.tsx'

export const LoadFailed = () => {
  const { errors, words } = useMessages()
  useEffect(() => {
    reloadOnce()
    // What waits for the part, such as keys typed ahead, waits no longer.
    dispatchEvent(new Event('part-failed'))
  }, [])
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

/** Like React's `lazy`, with a message where the code fails to load. */
export const lazyComponent = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    loadChunk(load).then(
      (found) => ({ default: found }),
      () => ({ default: LoadFailed as ComponentType<P> }),
    ),
  )
