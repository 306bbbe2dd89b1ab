/** Loads the code of a screen when it is opened; the build precaches it. */
import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Notice } from '#field-kit/form.tsx'
import { loadPart } from '#field-kit/load.ts'
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
  // The router could not focus the heading before the screen's code was loaded.
  useEffect(() => {
    if (Loaded && history.state && document.activeElement === document.body)
      document.querySelector('h1')?.focus()
  }, [Loaded])
  if (Loaded) return <Loaded localeStore={localeStore} />
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
  return (
    <div class="skeleton" role="status">
      <span class="vh">{words.loading}</span>
      <span />
      <span />
    </div>
  )
}
