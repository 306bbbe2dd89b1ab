/** QR reader for browsers without BarcodeDetector; loaded on demand and then cached by the service worker. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// By default zxing loads its WebAssembly from another host.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** Frame width in pixels: enough for a sticker at arm's length, fast enough for a cheap phone. */
const widest = 800

const canvas = document.createElement('canvas')
const context = canvas.getContext('2d', { willReadFrequently: true })

/** Fetches what detecting needs, so that the service worker has it without a connection. */
export const keep = async (): Promise<void> => {
  await fetch(wasm)
}

export const detect = async (video: HTMLVideoElement): Promise<string | undefined> => {
  const scale = Math.min(1, widest / video.videoWidth)
  const width = Math.round(video.videoWidth * scale)
  const height = Math.round(video.videoHeight * scale)
  if (!context || width === 0 || height === 0) return undefined
  canvas.width = width
  canvas.height = height
  context.drawImage(video, 0, 0, width, height)
  const [found] = await readBarcodes(context.getImageData(0, 0, width, height), {
    formats: ['QRCode'],
    maxNumberOfSymbols: 1,
  })
  return found?.text || undefined
}
