/** Reading QR codes with the camera. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../form.tsx'
import { Icon } from '../icon.tsx'
import { useKitWords } from '../words.ts'
import { type Camera, NoCamera, openCamera } from './camera.ts'

interface ViewfinderProps {
  readonly onText: (text: string) => void
  /** starts by itself where the camera was on when the last screen with one was left */
  readonly resumes?: boolean
}

let wasOn = false

/** The camera view, started by a press and stopped when the screen is left. */
export const Viewfinder = ({ onText, resumes = false }: ViewfinderProps): JSX.Element => {
  const words = useKitWords()
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera | undefined>(undefined)
  const [state, setState] = useState<'OFF' | 'ASKED' | 'ON'>('OFF')
  const [trouble, setTrouble] = useState<'REFUSED' | 'NONE'>()
  const [hasLight, setHasLight] = useState(false)
  const [light, setLight] = useState(false)
  const latestOnText = useRef(onText)
  latestOnText.current = onText
  const left = useRef(false)
  const start = async (): Promise<void> => {
    if (!video.current || state !== 'OFF') return
    setTrouble(undefined)
    setState('ASKED')
    try {
      const opened = await openCamera(video.current, (text) => latestOnText.current(text))
      // The screen may have been left while the browser asked for permission.
      if (left.current) return opened.stop()
      camera.current = opened
      setHasLight(opened.torch !== undefined)
      setLight(false)
      wasOn = true
      setState('ON')
    } catch (error) {
      setTrouble(error instanceof NoCamera ? error.why : 'NONE')
      setState('OFF')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen is opened and left
  useEffect(() => {
    if (resumes && wasOn) void start()
    return () => {
      left.current = true
      camera.current?.stop()
    }
  }, [])
  const end = (): void => {
    wasOn = false
    camera.current?.stop()
    camera.current = undefined
    setState('OFF')
  }
  const turnLight = async (): Promise<void> => {
    try {
      await camera.current?.torch?.(!light)
      setLight(!light)
    } catch {
      // Some cameras report a torch that does not work.
      setHasLight(false)
    }
  }
  return (
    <section class="stack" aria-label={words.scanCamera}>
      <video class="viewfinder" ref={video} hidden={state === 'OFF'} playsInline muted />
      <div role="status">{state === 'ON' && <p class="hint">{words.scanHint}</p>}</div>
      <div role="alert">
        {trouble && (
          <Notice tone="warn" icon="camera">
            {trouble === 'REFUSED' ? words.scanRefused : words.scanNoCamera}
          </Notice>
        )}
      </div>
      <div class="actions">
        {state === 'ON' ? (
          <>
            <button type="button" onClick={end}>
              <Icon name="close" />
              {words.scanStop}
            </button>
            {hasLight && (
              <button type="button" aria-pressed={light} onClick={turnLight}>
                <Icon name="light" />
                {light ? words.torchOff : words.torchOn}
              </button>
            )}
          </>
        ) : (
          <button type="button" onClick={start}>
            <Icon name="camera" />
            {state === 'ASKED' ? words.loading : words.scanCamera}
          </button>
        )}
      </div>
    </section>
  )
}
