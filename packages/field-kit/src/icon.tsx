/** Line icons on a 24-unit grid, and the shapes of the priorities. */
import type { JSX } from 'preact'
import { type Tone, toneShapes } from '#ui/marks.ts'

const lines = {
  alert: 'M12 3 2.5 20h19zM12 10v4M12 17v.5',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20.500h4',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  check: 'M5 12.5l4.5 4.5L19 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  eye: 'M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  hand: 'M8 12V5.5a1.5 1.5 0 0 1 3 0V11M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8a7 7 0 0 1-7 7c-3 0-4.5-1.5-6-4l-1.5-3a1.5 1.5 0 0 1 2.5-1.500L8 15',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8v.5',
  key: 'M8 18a4 4 0 1 0 0-8 4 4 0 0 0 0 8M11 11l8-8M16 6l3 3',
  light:
    'M9 21h6M10 18h4M12 3a6 6 0 0 0-3.500 10.900c.9.700 1.500 1.600 1.500 2.600V18h4v-1.500c0-1 .6-1.900 1.500-2.600A6 6 0 0 0 12 3',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  note: 'M5 4h14v11l-5 5H5zM8.5 9h7M8.5 13h4',
  offline:
    'M3 3l18 18M5 12a10 10 0 0 1 4-2.300M13 9.200a10 10 0 0 1 6 2.800M8.5 15.500a5 5 0 0 1 7 0M12 19v.5',
  pause: 'M9 5v14M15 5v14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7',
  place: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11M12 12.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  play: 'M8 5l11 7-11 7z',
  redo: 'M19 5v5h-5M19 10a7.5 7.5 0 1 0 .5 4',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  send: 'M4 12l16-8-5 16-3.5-6.500z',
  speak: 'M4 10v4h3l5 4V6l-5 4zM15.5 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  undo: 'M5 5v5h5M5 10a7.5 7.5 0 1 1-.5 4',
  users:
    'M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 5.500a3.5 3.5 0 0 1 0 6M18 14.500c2 .8 3.5 2.5 3.5 5.5',
  van: 'M3 6h11v10H3zM14 9h4l3 4v3h-7M7 18.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 18.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  more: 'M6 12h.5M12 12h.5M18 12h.5',
} as const
export type IconName = keyof typeof lines

/** Icons that are mirrored in right-to-left languages. */
const along: ReadonlySet<IconName> = new Set(['back', 'list', 'note', 'redo', 'send', 'speak', 'undo', 'van'])

/** Hidden from screen readers: a word always stands beside it. */
export const Icon = ({ name }: { name: IconName }): JSX.Element => (
  <svg
    class={along.has(name) ? 'icon along' : 'icon'}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={lines[name]} />
  </svg>
)

/** A filled shape that distinguishes states without colour. */
export const Shape = ({ tone }: { tone: Tone }): JSX.Element => (
  <svg class={`shape ${tone}`} viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
    <path fill-rule="evenodd" d={toneShapes[tone]} />
  </svg>
)

/** The logo: an open door with a check mark. */
export const Mark = (): JSX.Element => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect x="2" y="2" width="28" height="28" rx="6" fill="currentColor" />
    <path
      class="mark-line"
      d="M9 17l5 5L23.5 10.5"
      fill="none"
      stroke-width="3.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
)
