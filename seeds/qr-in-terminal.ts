/** A QR code of half blocks, as terminals show it; dark on light also where the terminal is dark. */
import { encode } from 'uqr'

const quiet = 2

export const qrInTerminal = (text: string): string => {
  const { size, data } = encode(text, { border: quiet })
  const isDark = (x: number, y: number): boolean => data[y]?.[x] ?? false
  const lines: string[] = []
  for (let y = 0; y < size; y += 2) {
    let line = ''
    for (let x = 0; x < size; x++) {
      const [top, bottom] = [isDark(x, y), isDark(x, y + 1)]
      line += top ? (bottom ? ' ' : '▄') : bottom ? '▀' : '█'
    }
    lines.push(line)
  }
  return lines.join('\n')
}
