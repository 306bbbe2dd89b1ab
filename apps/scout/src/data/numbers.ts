/** Measured numbers, typed with a comma or a point. */
import { plainDigits } from '#contracts/qr-code.ts'

/** undefined: not a number */
export const readNumber = (typed: string): number | undefined => {
  const plain = plainDigits(typed)
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[,٫]/, '.')
    .replace('−', '-')
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined
}
