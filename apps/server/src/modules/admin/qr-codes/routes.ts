import type { Handler } from '#server/platform/http/serve.ts'
import createQrStock from './create-qr-stock.ts'
import getQrImage from './get-qr-image.ts'
import getQrSheet from './get-qr-sheet.ts'
import linkQrCode from './link-qr-code.ts'
import listQrCodes from './list-qr-codes.ts'
import rotateQrCode from './rotate-qr-code.ts'

export const routes: readonly Handler[] = [
  getQrImage,
  rotateQrCode,
  listQrCodes,
  createQrStock,
  getQrSheet,
  linkQrCode,
]
