/** What other modules may import. */
export { insertCodes, newCodeFor, recordScansOf, unlinkCodesOf } from './codes.ts'
export { firstFont, type PdfFonts, pdfFonts, shaping } from './stickers/pdf-fonts.ts'
