/** What an app puts into the frame around its screens. */
import type { ComponentType } from 'react'
import type { MeSource } from '../lib/me.ts'

export interface FrameParts {
  /** a sign-in on this page itself: alone, or in a dialog above what was entered */
  readonly SignIn?: ComponentType<{ readonly alone: boolean; readonly onDone: () => void }> | undefined
  /** the command palette; mounted when it is first opened */
  readonly Commands: ComponentType<{ opened: boolean; onClose: () => void }>
  /** above every screen */
  readonly Notices?: ComponentType | undefined
  /** items of the account menu that lead to other apps */
  readonly AccountLinks?: ComponentType | undefined
  /** a hook: keys of the app's own screens, for the keyboard help */
  readonly useKeyHelp: () => readonly (readonly [keys: string, meaning: string])[]
  readonly useChoose: MeSource<unknown>['useChoose']
  readonly signOut: () => Promise<void>
}
