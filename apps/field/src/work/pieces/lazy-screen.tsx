/** Loads the code of a screen when it is opened. The build decides which of these screens are precached. */
import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Notice } from '../../parts/form.tsx'
import { loadPart } from '../../parts/load.ts'
import { useAppServices } from '../app-services.ts'
import type { LocaleStore } from '../locale-store.ts'
import { useWords } from '../words.ts'

interface ScreenProps {
  readonly localeStore: LocaleStore
}

interface LazyScreenProps extends ScreenProps {
  readonly load: () => Promise<{ default: ComponentType<ScreenProps> }>
}

export const LazyScreen = ({ load, localeStore }: LazyScreenProps): JSX.Element => {
  const words = useWords()
  const { drafts, unsaved } = useAppServices()
  const [Loaded, setLoaded] = useState<ComponentType<ScreenProps>>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    loadPart(load, () => !drafts.get() && !unsaved.get()).then(
      ({ default: screen }) => setLoaded(() => screen),
      () => setFailed(true),
    )
  }, [load, drafts, unsaved])
  // Its heading was not there yet when a link within the app led here.
  useEffect(() => {
    if (Loaded && history.state && document.activeElement === document.body)
      document.querySelector('h1')?.focus()
  }, [Loaded])
  if (Loaded) return <Loaded localeStore={localeStore} />
  if (failed)
    // A browser keeps that a module failed, so the page is what is loaded again.
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
  return (
    <div class="skeleton" role="status">
      <span class="vh">{words.loading}</span>
      <span />
      <span />
    </div>
  )
}
