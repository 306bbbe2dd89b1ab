/** The apps that are built into dist and opened at an address of their own. */

export interface BuiltApp {
  /** folder in dist; without it the address is unknown */
  readonly folder: string
  /** its address; every address below it opens the same page */
  readonly home: string
  readonly page: string
  /** address of its files, with a slash at the end; by default its own */
  readonly assets?: string
  /** pages that open below its address, by their path */
  readonly more?: Readonly<Record<string, string>>
  /** whether it reads QR codes with WebAssembly, served from this origin */
  readonly wasm?: true
}

/** Installed phones know these addresses, so they never change. */
export const builtApps: readonly BuiltApp[] = [
  { folder: 'technician', home: '/app/work', page: 'work.html', assets: '/app/field-assets/', wasm: true },
  { folder: 'scout', home: '/scout', page: 'scout.html', wasm: true },
  { folder: 'wall', home: '/arena/wall', page: 'wall.html' },
  { folder: 'arena', home: '/arena', page: 'arena.html' },
  { folder: 'desk', home: '/app', page: 'index.html', more: { offline: 'offline.html' } },
  { folder: 'platform', home: '/platform', page: 'index.html' },
]
