/** Reads QR codes with the camera: with the browser's own reader where it has one, else with one that is fetched. */
import { loadPart } from '../../parts/load.ts'

/** @returns the content of a code in sight, undefined where there is none */
export type Detect = (video: HTMLVideoElement) => Promise<string | undefined>

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const ownReader = async (): Promise<Detect | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (!BarcodeDetector || !formats?.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

const fetchedReader = async (): Promise<Detect> => (await loadPart(() => import('./zxing.ts'))).detect

/** REFUSED: the person or the browser says no. NONE: no camera that works, or a page over plain http. */
export class NoCamera extends Error {
  readonly why: 'REFUSED' | 'NONE'
  constructor(why: 'REFUSED' | 'NONE', cause?: unknown) {
    super(why, { cause })
    this.why = why
  }
}

export interface Camera {
  /** undefined where the camera has no light */
  readonly torch: ((on: boolean) => Promise<void>) | undefined
  stop(): void
}

type Light = MediaTrackCapabilities & { readonly torch?: boolean }
type LightConstraint = MediaTrackConstraintSet & { torch: boolean }

const askForStream = async (): Promise<MediaStream> => {
  // Missing over plain http.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices?.getUserMedia) throw new NoCamera('NONE')
  try {
    return await devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    throw new NoCamera(isRefused ? 'REFUSED' : 'NONE', error)
  }
}

const restMilliseconds = 120

/**
 * Asks for the camera, so only after a press; `onText` hears each code that is seen.
 * @throws NoCamera
 */
export const openCamera = async (
  video: HTMLVideoElement,
  onText: (text: string) => void,
): Promise<Camera> => {
  const stream = await askForStream()
  let isOpen = true
  const stop = (): void => {
    isOpen = false
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  try {
    video.srcObject = stream
    await video.play()
    const detect = (await ownReader()) ?? (await fetchedReader())
    const look = async (): Promise<void> => {
      if (!isOpen) return
      const text = await detect(video).catch(() => undefined)
      if (isOpen && text) onText(text)
      setTimeout(look, restMilliseconds)
    }
    void look()
  } catch (error) {
    stop()
    throw new NoCamera('NONE', error)
  }
  const [track] = stream.getVideoTracks()
  const hasLight = (track?.getCapabilities?.() as Light | undefined)?.torch === true
  return {
    torch:
      track && hasLight
        ? async (on) => {
            const constraint: LightConstraint = { torch: on }
            await track.applyConstraints({ advanced: [constraint] })
          }
        : undefined,
    stop,
  }
}
