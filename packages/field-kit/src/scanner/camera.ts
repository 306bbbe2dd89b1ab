/** Reads QR codes with the camera, by the browser's BarcodeDetector or else by zxing, loaded on demand. */
import { loadPart } from '../load.ts'

/** @returns the content of a visible code, or undefined */
export type Detect = (video: HTMLVideoElement) => Promise<string | undefined>

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const nativeDetect = async (): Promise<Detect | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (!BarcodeDetector || !formats?.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

const loadZxingDetect = async (): Promise<Detect> => (await loadPart(() => import('./zxing.ts'))).detect

/**
 * Keeps the reader on phones whose browser has none of its own, before it is needed without a connection; about 1 MB,
 * so not where the user saves data.
 */
export const keepReader = async (): Promise<void> => {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData || (await nativeDetect())) return
  await (await import('./zxing.ts')).keep()
}

/** REFUSED: permission denied. NONE: no working camera, or a page without https. */
export class NoCamera extends Error {
  readonly why: 'REFUSED' | 'NONE'
  constructor(why: 'REFUSED' | 'NONE', cause?: unknown) {
    super(why, { cause })
    this.why = why
  }
}

export interface Camera {
  /** undefined if the camera has no torch */
  readonly torch: ((on: boolean) => Promise<void>) | undefined
  stop(): void
}

type Light = MediaTrackCapabilities & { readonly torch?: boolean }
type LightConstraint = MediaTrackConstraintSet & { torch: boolean }

const requestStream = async (): Promise<MediaStream> => {
  // Undefined without https.
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
 * Asks for camera permission, so call it only after a press; `onText` is called with each detected code.
 * @throws NoCamera
 */
export const openCamera = async (
  video: HTMLVideoElement,
  onText: (text: string) => void,
): Promise<Camera> => {
  const stream = await requestStream()
  let isOpen = true
  const stop = (): void => {
    isOpen = false
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  try {
    video.srcObject = stream
    await video.play()
    const detect = (await nativeDetect()) ?? (await loadZxingDetect())
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
