/** STA-4: a status badge (SVG) for other websites, with word and shape. */
import { renderToString } from 'preact-render-to-string'
import { sayPlace } from '#contracts/kit/place.ts'
import { type Tone, toneShapes } from '#ui/marks.ts'
import type { StatusPageModel } from '../models.ts'
import { shownState, stateWord, tones } from '../parts/state.tsx'
import { viewOf } from '../parts/view.ts'

const height = 28
/** Colours of the light theme: an image on another website has no style sheet. */
const colours: Readonly<Record<Tone, string>> = {
  good: '#1E7346',
  warn: '#7A5B00',
  bad: '#A81E2D',
  info: '#2A5A8C',
  muted: '#575349',
}
const wide = /[\u1100-\uffef]/

/** Estimated width at 13 px; the font is unknown, so the SVG fits the text to this width. */
const widthOf = (text: string): number =>
  Math.ceil([...text].reduce((sum, sign) => sum + (wide.test(sign) ? 13.5 : 7.4), 0))

const longest = 40
const cut = (text: string): string =>
  [...text].length > longest ? `${[...text].slice(0, longest - 1).join('')}…` : text

export const renderBadge = (model: StatusPageModel): string => {
  const { status } = model
  const view = viewOf(model, status.building.timeZone)
  const state = shownState(status)
  const [name, word] = [cut(sayPlace(status.amenity.name, status.location)), stateWord(state, view)]
  const [left, right] = [widthOf(name), widthOf(word)]
  const width = left + right + 52
  return renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      role="img"
      aria-label={`${name}: ${word}`}
      font-family="system-ui,sans-serif"
      font-size="13"
    >
      <title>{`${name}: ${word}`}</title>
      <rect x="0.5" y="0.5" width={width - 1} height={height - 1} rx="6" fill="#FFFFFF" stroke="#857F73" />
      <text x="10" y="18.5" fill="#1B1C1A" textLength={left} lengthAdjust="spacingAndGlyphs">
        {name}
      </text>
      <path
        d={toneShapes[tones[state]]}
        transform={`translate(${left + 20} 8)`}
        fill={colours[tones[state]]}
      />
      <text
        x={left + 38}
        y="18.5"
        fill="#1B1C1A"
        font-weight="600"
        textLength={right}
        lengthAdjust="spacingAndGlyphs"
      >
        {word}
      </text>
    </svg>,
  )
}
