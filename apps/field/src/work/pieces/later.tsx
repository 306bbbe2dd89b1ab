/** A screen that is not needed at once: its code comes when it is opened. Which of them stay on the phone the build says. */
import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Notice } from '../../parts/form.tsx'
import { loadPart } from '../../parts/load.ts'
import { useAppServices } from '../app-services.ts'
import type { Speaker } from '../speaker.ts'
import { useWords } from '../words.ts'

interface OfScreen {
  readonly speaker: Speaker
}

interface LaterProps extends OfScreen {
  readonly load: () => Promise<{ default: ComponentType<OfScreen> }>
}

export const Later = ({ load, speaker }: LaterProps): JSX.Element => {
  const words = useWords()
  const { drafts, unsaved } = useAppServices()
  const [Loaded, setLoaded] = useState<ComponentType<OfScreen>>()
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
  if (Loaded) return <Loaded speaker={speaker} />
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
