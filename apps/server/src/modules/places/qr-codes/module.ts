import * as contracts from '#contracts/places/qr-codes.ts'
import { module } from '#server/platform/module.ts'
import createQrStock from './create-qr-stock.ts'
import { exported } from './exported.ts'
import getQrImage from './get-qr-image.ts'
import getQrSheet from './get-qr-sheet.ts'
import linkQrCode from './link-qr-code.ts'
import listQrCodes from './list-qr-codes.ts'
import rotateQrCode from './rotate-qr-code.ts'

export default module({
  name: 'qr-codes',
  implements: contracts,
  handlers: { createQrStock, getQrImage, getQrSheet, linkQrCode, listQrCodes, rotateQrCode },
  exported,
  counts: {
    qrCodes: {
      text: 'select count(*) as n from qr_code where tenant_id = $1 and amenity_id is not null and retired_at is null',
      noun: 'linked QR codes',
      limit: 'qrCodes',
    },
    qrStock: {
      text: 'select count(*) as n from qr_code where tenant_id = $1 and amenity_id is null and retired_at is null',
      noun: 'QR codes in stock',
      limit: 'qrCodes',
    },
  },
})
