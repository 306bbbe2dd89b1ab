/** Loads the code of a screen when it is opened; the build precaches it. */
import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Notice } from './form.tsx'
import { loadPart } from './load.ts'
import { unsentForms } from './unsent-forms.ts'
import { useKitWords } from './words.ts'

interface LazyScreenProps<P extends object> {
  readonly load: () => Promise<{ default: ComponentType<P> }>
  readonly props: P
  /** whether the page alone keeps something, so that it must not be loaded anew */
  readonly keeps: () => boolean
}

export const LazyScreen = <P extends object>({ load, props, keeps }: LazyScreenProps<P>): JSX.Element => {
  const words = useKitWords()
  const [Loaded, setLoaded] = useState<ComponentType<P>>()
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keeps` is asked when loading has failed
  useEffect(() => {
    loadPart(load, () => !unsentForms.get() && !keeps()).then(
      ({ default: screen }) => setLoaded(() => screen),
      () => setFailed(true),
    )
  }, [load])
  // The router could not focus the heading before the screen's code was loaded.
  useEffect(() => {
    if (Loaded && history.state && document.activeElement === document.body)
      document.querySelector('h1')?.focus()
  }, [Loaded])
  if (Loaded) return <Loaded {...props} />
  if (failed)
    // Browsers cache a failed import, so only a reload of the page helps.
    return (
      <div role="alert">
        <Notice
          tone="warn"
          actions={
            <button type="button" onClick={() => location.reload()}>
              {words.retry}
            </button>
          }
        >
          {navigator.onLine ? words.loadFailed : words.noConnection}
        </Notice>
      </div>
    )
  return <Skeleton />
}

/** Shown while something is loading. */
export const Skeleton = (): JSX.Element => (
  <div class="skeleton" role="status">
    <span class="vh">{useKitWords().loading}</span>
    <span />
    <span />
  </div>
)
