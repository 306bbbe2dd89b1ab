/** Shown in place of a part whose code failed to load; the rest of the page stays. */
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { useMessages } from '../lib/language.tsx'
import { loadChunk, reloadOnce } from '../lib/load-chunk.ts'
import { Empty } from './states.tsx'

export const LoadFailed = () => {
  const { errors, words } = useMessages()
  const [offline] = useState(() => !navigator.onLine)
  useEffect(() => {
    const load = (): void => void reloadOnce()
    load()
    // What waits for the part, such as keys typed ahead, waits no longer.
    dispatchEvent(new Event('part-failed'))
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [])
  return (
    <div role="alert">
      <Empty
        title={offline ? errors.neverOpened : errors.pieceMissing}
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
